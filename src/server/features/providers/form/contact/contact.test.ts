import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../../testing/client.ts';
import { contextFor, person, provider } from '../../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../../testing/start-app.ts';
import { getContactChoices, transferContact } from './contact-operations.ts';
import { makeTrees, refusalOf } from '../form.fixture.ts';

describe('the contact person of a provider', () => {
  let app: TestApp;
  let trees: Awaited<ReturnType<typeof makeTrees>>;
  let from: string;
  let to: string;

  beforeAll(async () => {
    app = await startApp();
    trees = await makeTrees(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const staff = async () =>
      (await person(app.services, { role: 'provideradmin', providerId: trees.house })).userId;
    from = await staff();
    to = await staff();
    await speaksFor(from, trees.house);
  });

  type Who = keyof typeof trees.who;
  const as = (name: Who) => contextFor(app.services, trees.who[name].actor);
  const speaksFor = (contact_id: string, id: string) =>
    app.services.db.updateTable('providers').set({ contact_id }).where('id', '=', id).execute();
  const contactOf = async (id: string) =>
    (
      await app.services.db
        .selectFrom('providers')
        .select('contact_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).contact_id;
  const transfer = (name: Who, more: object = {}) =>
    transferContact.call(as(name), { old_contact_id: from, new_contact_id: to, ...more });

  const announce = (receiver_id: string, about: string | null, template = 'ACP_COMPLETED') =>
    app.services.db
      .insertInto('notifications')
      .values({ template, receiver_id, user_id: about, metadata: '{}' })
      .execute();
  const receiverOf = async (id: string) => {
    const rows = await app.services.db
      .selectFrom('notifications')
      .select(['template', 'user_id'])
      .where('receiver_id', '=', id)
      .execute();
    return rows.map(({ template, user_id }) => [template, user_id]);
  };
  const settingsOf = (id: string) =>
    app.services.db
      .selectFrom('notification_settings')
      .select(['frequency', 'email_frequency'])
      .where('user_id', '=', id)
      .executeTakeFirst();

  it('passes ownership, notifications and settings to the new one at once, and the old one stays [PROV-26, API-36, GAP-95]', async () => {
    const { db } = app.services;
    const { customer, stranger } = trees.who;
    await announce(from, customer.userId);
    await announce(from, customer.userId, 'ACP_UPDATED');
    await announce(to, customer.userId, 'ACP_UPDATED');
    await announce(from, stranger.userId);
    await announce(from, null, 'IMPORT_DONE');
    await db
      .insertInto('notification_settings')
      .values([
        { user_id: from, frequency: 'important', email_frequency: 'annually' },
        { user_id: to, frequency: 'none' },
      ])
      .execute();
    await transfer('tlc');
    expect(await contactOf(trees.house)).toBe(to);
    const { name } = await db
      .selectFrom('providers')
      .select('name')
      .where('id', '=', trees.house)
      .executeTakeFirstOrThrow();
    const lines = await db
      .selectFrom('recent_activities')
      .select(['user_id', 'actor_id', 'metadata'])
      .where('template', '=', 'contactMoved')
      .execute();
    const { userId: by } = trees.who.tlc;
    expect(lines).toEqual([
      { user_id: by, actor_id: by, metadata: { provider_id: trees.house, provider: name } },
    ]);
    // Skips notifications that both have, and leaves those about people of other providers.
    expect((await receiverOf(to)).sort((a, b) => a.join().localeCompare(b.join()))).toEqual([
      ['ACP_COMPLETED', customer.userId],
      ['ACP_UPDATED', customer.userId],
    ]);
    expect(await receiverOf(from)).toHaveLength(3);
    expect(await settingsOf(to)).toEqual({ frequency: 'important', email_frequency: 'annually' });
    expect(await settingsOf(from)).toBeUndefined();
    const old = await db
      .selectFrom('users')
      .select(['provider_id', 'status', 'permission_role_id'])
      .where('id', '=', from)
      .executeTakeFirst();
    expect(old).toEqual({ provider_id: trees.house, status: 'active', permission_role_id: 1 });
  });

  it('is changed only by a tlcadmin, also by direct call [PROV-24, security 6, security 5]', async () => {
    const outcomes: Record<string, string> = {};
    for (const name of Object.keys(trees.who) as Who[])
      outcomes[name] = (await refusalOf(transfer(name))).code ?? 'allowed';
    expect(outcomes).toEqual({
      above: 'forbidden',
      head: 'forbidden',
      reader: 'forbidden',
      other: 'not-found',
      customer: 'not-found',
      stranger: 'not-found',
      admin: 'forbidden',
      tlc: 'allowed',
      sys: 'forbidden',
    });
  });

  it('cannot be a person who works elsewhere, is a customer, is suspended or does not exist, and nothing changes then [ERR-30, ERR-35]', async () => {
    const { other, customer, tlc } = trees.who;
    const suspended = await person(app.services, { role: 'provideradmin', providerId: trees.house });
    await app.services.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', suspended.userId)
      .execute();
    await announce(from, customer.userId, 'PLAN_LOCKED');
    for (const { userId } of [other, customer, tlc, suspended, { userId: randomUUID() }])
      expect(await refusalOf(transfer('tlc', { new_contact_id: userId }))).toEqual({
        code: 'invalid',
        fields: [{ field: 'new_contact_id', message: 'error.provider.contactUnfit' }],
      });
    expect(await contactOf(trees.house)).toBe(from);
    expect(await receiverOf(from)).toContainEqual(['PLAN_LOCKED', customer.userId]);
    expect(await refusalOf(transfer('tlc', { old_contact_id: randomUUID() }))).toMatchObject({
      code: 'not-found',
    });
  });

  it('is replaced for the providers where both work, and for no others', async () => {
    const beside = await provider(app.services, 'Beside', trees.root);
    await speaksFor(from, trees.ward);
    await speaksFor(from, beside);
    await transfer('tlc');
    expect([await contactOf(trees.house), await contactOf(trees.ward)]).toEqual([to, to]);
    expect(await contactOf(beside)).toBe(from);
  });

  it('is changed once by two simultaneous calls', async () => {
    const third = await person(app.services, { role: 'provideradmin', providerId: trees.house });
    const codes = await Promise.all([
      refusalOf(transfer('tlc')),
      refusalOf(transfer('tlc', { new_contact_id: third.userId })),
    ]);
    expect(codes.map(({ code }) => code ?? 'allowed').sort()).toEqual(['allowed', 'not-found']);
  });

  it('is chosen from the staff of the provider and of those above it who can sign in or are invited [PROV-24]', async () => {
    const ask = (name: Who, more: object = {}) =>
      getContactChoices.call(as(name), { provider_id: trees.house, ...more });
    const { above, head, reader, other, customer } = trees.who;
    const offered = (await ask('tlc')).map(({ id }) => id);
    expect(offered).toEqual(expect.arrayContaining([above.userId, head.userId, reader.userId]));
    expect(offered).not.toContain(other.userId);
    expect(offered).not.toContain(customer.userId);
    expect((await ask('tlc', { searchQuery: head.email.toUpperCase() })).map(({ id }) => id)).toEqual([
      head.userId,
    ]);
    expect(await ask('tlc', { searchQuery: '%' })).toEqual([]);
    expect((await ask('tlc', { id: reader.userId })).map(({ id }) => id)).toEqual([reader.userId]);
    expect(await refusalOf(ask('admin'))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(ask('other'))).toMatchObject({ code: 'not-found' });
  });

  it('is called by POST /api/contact-transfer with old_contact_id and new_contact_id, and with nothing else [API-36]', async () => {
    const client = new TestClient(app.url);
    const { email, password } = trees.who.tlc;
    await client.signIn(email, password);
    const sent = { old_contact_id: from, new_contact_id: to };
    const more = await client.post('/api/contact-transfer', { ...sent, provider_id: trees.elsewhere });
    expect(more.status).toBe(400);
    const answer = await client.post('/api/contact-transfer', sent);
    expect(answer.status).toBe(200);
    expect(await contactOf(trees.house)).toBe(to);
  });
});
