import { beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../../testing/client.ts';
import type { TestPerson } from '../../../../../testing/people.ts';
import type { TestApp } from '../../../../../testing/start-app.ts';
import { sendForm } from '../shared-plan.fixture.ts';
import { ownerWithContacts } from '../owner-with-contacts.fixture.ts';

let app: TestApp;
let owner: TestPerson;
let client: TestClient;

const scene = ownerWithContacts();
const { contactOf, pathOf, activities } = scene;

beforeEach(() => {
  ({ app, owner, client } = scene.now());
});

describe('the page that asks a contact for an answer', () => {
  it('shows who asks and what yes and no mean, and nothing of the plan [GAP-66] [TC-08]', async () => {
    const response = await client.fetch(await pathOf('request', 'Pia Pending'));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('Margaret Doyle asks you to be a trusted contact');
    expect(html).toContain('This request is for Pia Pending.');
    expect(html).toContain('Saying yes here does not appoint you by law.');
    expect(html).toContain('Yes, I will be a trusted contact');
    expect(html).not.toContain('<script');
    for (const word of ['CPR', 'ventilat', owner.shareId, owner.pin]) expect(html).not.toContain(word);
  });

  it('is not cached, not indexed by search engines, and sends no referrer [GAP-66]', async () => {
    for (const kind of ['request', 'view'] as const) {
      const name = kind === 'request' ? 'Pia Pending' : 'Adam Yes';
      const { headers } = await client.fetch(await pathOf(kind, name));
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('is not answered when a mail scanner opens the link, the no and every other page before it [GAP-66]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    for (const query of ['', '?decline=1', '?answer=yes', '?answer=no&lang=zh'])
      expect((await client.fetch(path + query)).status).toBe(200);
    expect((await client.fetch(path, { method: 'HEAD' })).status).toBe(200);
    expect(await contactOf('Pia Pending')).toMatchObject({ status: 'pending', accepted_at: null });
    const view = await pathOf('view', 'Adam Yes');
    for (const query of ['', '?leave=1', '?open=1']) await client.fetch(view + query);
    expect(await contactOf('Adam Yes')).toMatchObject({ status: 'accepted', last_opened_at: null });
    expect(await activities()).not.toContain('PLAN_OPENED');
  });

  it('accepts a yes, once, and leads to the plan; a double click and a second tab lead there too [TC-08] [GAP-66]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    const clicks = await Promise.all([1, 2, 3].map(() => sendForm(client, path, { answer: 'yes' })));
    for (const { status, html } of clicks) {
      expect(status).toBe(200);
      expect(html).toContain('Thank you for saying yes');
      expect(html).toContain('Open the plan now');
    }
    expect(await contactOf('Pia Pending')).toMatchObject({ status: 'accepted' });
    const accepted = (await activities()).filter((each) => each === 'CONTACT_INVITATION_ACCEPTED');
    expect(accepted).toHaveLength(1);
    const [, viewPath = ''] = /href="(\/shared-plan\/[^"?]+)/.exec(clicks[0]!.html) ?? [];
    expect(viewPath).toBe(await pathOf('view', 'Pia Pending'));
    const acp = await app.services.db
      .selectFrom('acps')
      .select('share_date')
      .where('id', '=', owner.acpId)
      .executeTakeFirstOrThrow();
    expect(acp.share_date).not.toBeNull();
  });

  it('no longer shows the link to the plan half an hour after the yes, and mails it again [GAP-66]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    await sendForm(client, path, { answer: 'yes' });
    app.advance(31 * 60_000);
    const html = await (await client.fetch(path)).text();
    expect(html).toContain('You said yes on');
    expect(html).not.toContain('/shared-plan/');
    const before = await pathOf('view', 'Pia Pending');
    expect((await sendForm(client, path, { send: '1' })).html).toContain(
      'If this address is a trusted contact, the link is on its way.',
    );
    // An old mail in the wrong hands must not invalidate a working link.
    expect(await pathOf('view', 'Pia Pending')).toBe(before);
  });

  it('confirms before a no, accepts it, deletes the details, and shows the same at a second click [GAP-66]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    const question = await (await client.fetch(`${path}?decline=1`)).text();
    expect(question).toContain('Say no to this request?');
    expect(question).toContain('Margaret Doyle can ask you again.');
    const first = await sendForm(client, path, { answer: 'no' });
    expect(first.html).toContain('You said no');
    expect(first.html).toContain('We have told Margaret Doyle. Your details are deleted.');
    expect(await contactOf('Pia Pending')).toBeUndefined();
    expect(await activities()).toContain('contactDeclined');
    const second = await sendForm(client, path, { answer: 'no' });
    expect([second.status, second.html]).toEqual([200, expect.stringContaining('You said no')]);
    expect((await sendForm(client, path, { answer: 'yes' })).status).toBe(404);
  });

  it('expires after 30 days, and is invalid for an older link, a forged one, and one of another purpose [GAP-66] [security 9]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    const token = path.split('/').at(-1)!;
    // Every other last character, also those that differ only in spare bits.
    const changed = ['A', 'B', 'Q', 'R', 'g', 'h', 'w', 'x'].filter((last) => !token.endsWith(last));
    const forged = [
      ...changed.map((last) => `/trusted-contact/${token.slice(0, -1)}${last}`),
      `/trusted-contact/${'A'.repeat(86)}`,
      '/trusted-contact/x',
      `/shared-plan/${token}`,
      (await pathOf('view', 'Adam Yes')).replace('shared-plan', 'trusted-contact'),
    ];
    for (const each of forged) {
      const response = await client.fetch(each);
      expect([each, response.status]).toEqual([each, 404]);
      expect(await response.text()).toContain('This link no longer works');
      expect((await sendForm(client, each, { answer: 'yes', open: '1' })).status).toBe(404);
    }
    app.advance(30 * 24 * 60 * 60_000 + 1_000);
    expect((await client.fetch(path)).status).toBe(404);
    expect((await sendForm(client, path, { answer: 'yes' })).status).toBe(404);
    expect(await contactOf('Pia Pending')).toMatchObject({ status: 'pending' });
  });

  it('accepts no answer that another site sends [security 31]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example' },
    ] as Record<string, string>[])
      expect((await sendForm(client, path, { answer: 'yes' }, headers)).status).toBe(403);
    expect(await contactOf('Pia Pending')).toMatchObject({ status: 'pending' });
  });

  it('uses the language of the person who asks, or the chosen one [R-04]', async () => {
    const path = await pathOf('request', 'Pia Pending');
    const chinese = await (await client.fetch(`${path}?lang=zh`)).text();
    expect(chinese).toContain('<html lang="zh-Hans">');
    expect(chinese).toContain('Margaret Doyle想请您做信任的联系人');
    await app.services.db
      .updateTable('users')
      .set({ language: 'zh' })
      .where('id', '=', owner.userId)
      .execute();
    expect(await (await client.fetch(path)).text()).toContain('<html lang="zh-Hans">');
    expect(await (await client.fetch(`${path}?lang=en`)).text()).toContain('<html lang="en-AU">');
  });
});
