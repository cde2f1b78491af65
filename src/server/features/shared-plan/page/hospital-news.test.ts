import { beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../../testing/client.ts';
import type { TestApp } from '../../../../../testing/start-app.ts';
import { ownerWithContacts } from '../owner-with-contacts.fixture.ts';
import { sendForm } from '../shared-plan.fixture.ts';

let app: TestApp;
let client: TestClient;

const scene = ownerWithContacts();
const { contactOf, pathOf } = scene;

beforeEach(() => {
  ({ app, client } = scene.now());
});

const wantsNews = async (name: string) => {
  const { hospital_news } = await app.services.db
    .selectFrom('trusted_contacts')
    .select('hospital_news')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return hospital_news;
};

describe('the switch of a contact for mails about a hospital', () => {
  it('is off until the contact asks, and can be turned off again, on the opened page [N-14]', async () => {
    const path = await pathOf('view', 'Adam Yes');
    await sendForm(client, path, { open: '1' });
    const before = await (await client.fetch(path)).text();
    expect(before).toContain('We do not email you when staff hand the plan to an ambulance.');
    expect(await wantsNews('Adam Yes')).toBe(false);
    const on = await sendForm(client, path, { hospital: 'on' });
    expect(on.html).toContain('We email you when staff hand the plan to an ambulance.');
    expect(await wantsNews('Adam Yes')).toBe(true);
    await sendForm(client, path, { hospital: 'off' });
    expect(await wantsNews('Adam Yes')).toBe(false);
    expect(await contactOf('Adam Yes')).toMatchObject({ status: 'accepted' });
  });

  it('is not changed by a forwarded link that was not opened, nor from another site [N-14, security 31]', async () => {
    const path = await pathOf('view', 'Adam Yes');
    await sendForm(client, path, { hospital: 'on' });
    expect(await wantsNews('Adam Yes')).toBe(false);
    await sendForm(client, path, { open: '1' });
    const { status } = await sendForm(
      client,
      path,
      { hospital: 'on' },
      { origin: 'https://elsewhere.example' },
    );
    expect(status).toBe(403);
    expect(await wantsNews('Adam Yes')).toBe(false);
  });
});
