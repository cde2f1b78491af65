import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, provider, type TestPersonSpec } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { visiting } from '../impersonation/impersonation.fixture.ts';
import { pathTo, sendForm } from './shared-plan.fixture.ts';

describe('what others share with a person who has an account', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec = {}) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { ...who, client };
  }

  /** Creates a person with a signed plan who named this address; returns the id of that contact too. */
  async function sharer(email: string, more: TestPersonSpec = {}, accepted = true) {
    const facts = { name: 'Susan Doyle', phone: '0491 570 006', relationship: 'Daughter' };
    const who = await person(app.services, {
      plan: { status: 'complete', answers: fullAnswers() },
      ...more,
      contacts: [{ ...facts, email, accepted }],
    });
    const { id } = await app.services.db
      .selectFrom('trusted_contacts')
      .select('id')
      .where('user_id', '=', who.userId)
      .executeTakeFirstOrThrow();
    return { ...who, contactId: id };
  }

  const listFor = async (client: TestClient): Promise<{ contact_id: string; person: string }[]> =>
    (await client.graphql('{ getPlansSharedWithMe { contact_id person } }')).data.getPlansSharedWithMe;

  const open = async (client: TestClient, contact_id: string) => {
    const { data, errors } = await client.graphql(
      'mutation ($contact_id: ID!) { openPlanSharedWithMe(contact_id: $contact_id) }',
      { contact_id },
    );
    return errors?.[0]?.extensions?.code ?? data.openPlanSharedWithMe;
  };

  const change = (contactId: string, more: Record<string, unknown>) =>
    app.services.db.updateTable('trusted_contacts').set(more).where('id', '=', contactId).execute();

  it('lists all of them, and opens the page of the mailed link [API-65, GAP-67]', async () => {
    const { client, email } = await signedIn();
    const first = await sharer(email);
    const second = await sharer(email, { firstName: 'Wei', lastName: 'Chen' });
    expect((await listFor(client)).map(({ person: name }) => name).toSorted()).toEqual([
      'Margaret Doyle',
      'Wei Chen',
    ]);
    const path = await open(client, first.contactId);
    expect(path).toBe(await pathTo(app.services, 'view', first.contactId));
    const cover = await (await client.fetch(path)).text();
    expect(cover).toContain('Shared with you by Margaret Doyle');
    expect((await sendForm(client, path, { open: '1' })).status).toBe(303);
    expect(await open(client, second.contactId)).not.toBe(path);
  });

  it('replaces an expired link, and keeps one that is valid for long [GAP-67]', async () => {
    const { client, email } = await signedIn();
    const { contactId } = await sharer(email);
    // The mail about the signed plan also replaces an expired link.
    await expect
      .poll(() =>
        app.services.db
          .selectFrom('mail_outbox')
          .select('id')
          .where('to_address', '=', email)
          .executeTakeFirst(),
      )
      .toBeDefined();
    const before = await pathTo(app.services, 'view', contactId);
    await change(contactId, { view_link_until: new Date(app.services.clock().getTime() - 1_000) });
    expect(await listFor(client)).toHaveLength(1);
    const renewed = await open(client, contactId);
    expect(renewed).not.toBe(before);
    expect((await client.fetch(renewed)).status).toBe(200);
    expect(await open(client, contactId)).toBe(renewed);
  });

  it('is empty before acceptance, for an archived account, and after the contact was removed [GAP-66, security 9]', async () => {
    const { client, email } = await signedIn();
    const pending = await sharer(email, {}, false);
    const archived = await sharer(email);
    const removed = await sharer(email);
    await app.services.db
      .updateTable('users')
      .set({ status: 'archived' })
      .where('id', '=', archived.userId)
      .execute();
    await app.services.db.deleteFrom('trusted_contacts').where('id', '=', removed.contactId).execute();
    expect(await listFor(client)).toEqual([]);
    for (const { contactId } of [pending, archived, removed])
      expect(await open(client, contactId)).toBe('not-found');
  });

  it('is only for the person with the verified address, and not for staff in the account [security 9, D-14]', async () => {
    const providerId = await provider(app.services, 'Banksia House');
    const { client, email, userId } = await signedIn({ providerId });
    const { contactId } = await sharer(email);
    const before = await pathTo(app.services, 'view', contactId);
    const other = await signedIn();
    expect(await listFor(other.client)).toEqual([]);
    expect(await open(other.client, contactId)).toBe('not-found');
    expect(await open(new TestClient(app.url), contactId)).toBe('unauthenticated');
    const inside = await signedIn({ role: 'provideradmin', providerId });
    expect((await visiting(app, providerId).enter(inside.client, userId)).body.ok).toBe(true);
    expect(await open(inside.client, contactId)).toBe('forbidden');
    await app.services.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', userId)
      .execute();
    expect(await open(client, contactId)).toBe('not-found');
    expect(await pathTo(app.services, 'view', contactId)).toBe(before);
  });

  it('shows that a plan on paper is in the files below, and shows no empty plan [GAP-116]', async () => {
    const { email } = await signedIn();
    const { contactId, userId } = await sharer(email);
    const set = (values: { external: true } | { status: 'draft' }) =>
      app.services.db.updateTable('acps').set(values).where('user_id', '=', userId).execute();
    await set({ external: true });
    const path = await pathTo(app.services, 'view', contactId);
    const reader = new TestClient(app.url);
    const { cookie } = await sendForm(reader, path, { open: '1' });
    const read = async () =>
      (await reader.fetch(path, { headers: { cookie: cookie?.split(';')[0] ?? '' } })).text();
    // A plan that was signed here stays valid beside documents (D-60).
    expect(await read()).toContain('plan.pdf');
    await set({ status: 'draft' });
    const html = await read();
    expect(html).toContain('The plan is in the papers below.');
    expect(html).not.toContain('There is no finished plan yet');
    expect(html).not.toContain('plan.pdf');
  });
});
