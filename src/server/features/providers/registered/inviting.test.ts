import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectProvider } from '../../../../../testing/connections.ts';
import { person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { daysAfter, melbourneDate } from '../../../../domain/fields.ts';
import { outcomeOf, startHouse, type House } from '../../customers/actions/customers.fixture.ts';
import { inviteProvider } from './invite-operation.ts';

const freshEmail = () => `${randomUUID()}@test.example`;
const invitation = (more: object = {}) => ({
  first_name: 'Bridie',
  last_name: 'O’Brien',
  provider_name: 'Correa Lodge',
  email: freshEmail(),
  providerType: 'internal_provider',
  ...more,
});

describe('inviting a provider', () => {
  let h: House;
  beforeAll(async () => {
    h = await startHouse();
    await connectProvider(h.test.services, h.house);
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    h.mails.length = 0;
    await h.test.services.db.deleteFrom('attempts').execute();
    await h.test.services.db.deleteFrom('outbox').execute();
  });

  const invite = (input: object, who: TestPerson = h.admin) => inviteProvider.call(h.as(who), input);
  const storedProvider = (id: string) =>
    h.test.services.db.selectFrom('providers').selectAll().where('id', '=', id).executeTakeFirst();
  const numbers = async () => {
    const { db } = h.test.services;
    const count = async (table: 'providers' | 'users') =>
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows;
    return [await count('providers'), await count('users')];
  };

  it('creates a provider with only its name, and the contact user with the address lower-cased and trimmed, provider_id and an invite_date [PROV-33] [API-39] [GAP-91]', async () => {
    const { id, contact_id } = await invite(invitation({ email: ' Bridie@Test.example ' }));
    expect(await storedProvider(id)).toMatchObject({
      ...{ name: 'Correa Lodge', type: 'internal_provider', external_id: null, contact_id },
      ...{ parent_id: null, provider_root_id: id, path: [id], address: null, phone_number: null },
      // A trial begins as for any provider at the top (GAP-108).
      trial_expiry_date: daysAfter(melbourneDate(h.test.services.clock()), 30),
    });
    expect(await h.stored(contact_id)).toMatchObject({
      ...{ email: 'bridie@test.example', provider_id: id, permission_role_id: 1, status: 'invited' },
      ...{ invite_date: expect.any(Date), cognito_sync_status: null, password_hash: null },
    });
    await h.runJobs();
    expect(h.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['bridie@test.example', 'Set up Correa Lodge on Wattle'],
    ]);
    const [mail] = h.mails;
    expect(mail!.plain).toMatch(/https:\/\/wattle\.example\/invite#token=[\w.-]+/);
    // The address is not verified yet, so the mail contains no name.
    expect(mail!.plain).not.toContain('Bridie');
  });

  it('gives the contact user of an external_provider cognito_sync_status external-provider instead of an invite date, and mails the link that joins the account at the organisation [PROV-34] [API-39] [D-50]', async () => {
    const { contact_id } = await invite(
      invitation({
        ...{ providerType: 'external_provider', external_id: randomUUID(), parent_id: h.house },
      }),
    );
    expect(await h.stored(contact_id)).toMatchObject({
      ...{ cognito_sync_status: 'external-provider', invite_date: null, invitation_id: null },
      ...{ status: 'active', login_provider: 'external', password_hash: null },
    });
    await h.runJobs();
    const [mail] = h.mails;
    expect(mail!.plain).toMatch(/https:\/\/wattle\.example\/join-organisation#token=[\w-]+/);
    // The address is not verified yet, so the mail contains no name.
    expect(mail!.plain).not.toContain('Bridie');
  });

  it('refuses the external type at its field while no provider above has a checked connection, and adds nothing [D-50]', async () => {
    const { db } = h.test.services;
    const before = await numbers();
    const external = { providerType: 'external_provider', external_id: randomUUID() };
    const refusal = 'invalid: error.connection.required';
    expect(await outcomeOf(invite(invitation(external)))).toBe(refusal);
    await db.updateTable('provider_connections').set({ last_error: 'pkce' }).execute();
    expect(await outcomeOf(invite(invitation({ ...external, parent_id: h.house })))).toBe(refusal);
    await db.updateTable('provider_connections').set({ last_error: null }).execute();
    expect(await numbers()).toEqual(before);
  });

  it('stores external_id as a fixed prefix plus the lower-cased, trimmed id, drops that of an internal provider, and refuses it twice in any case and spacing [PROV-17] [PROV-18] [GAP-92] [ERR-31]', async () => {
    const external = (external_id: string) =>
      invitation({ providerType: 'external_provider', external_id, parent_id: h.house });
    const { id } = await invite(external('  RAC 0071-b '));
    expect((await storedProvider(id))?.external_id).toBe('ext-rac0071-b');
    const before = await numbers();
    for (const same of ['rac0071-b', 'RAC0071-B', ' rac 0071 -B', 'ＲＡＣ0071-B'])
      expect(await outcomeOf(invite(external(same)))).toBe('invalid: error.externalIdExists');
    expect(await numbers()).toEqual(before);
    const internal = await invite(invitation({ external_id: 'RAC 0071-b' }));
    expect((await storedProvider(internal.id))?.external_id).toBeNull();
  });

  it('refuses at the field an e-mail that is or was in use, with capitals and spaces, in another provider, as a customer, in the earlier system, or invited [PROV-15] [API-38] [ERR-33]', async () => {
    const { services } = h.test;
    const elsewhere = await provider(services, 'Acacia Lodge');
    const nurse = await person(services, { role: 'providerview', providerId: elsewhere });
    const customer = await person(services, { providerId: elsewhere });
    const old = await person(services, {});
    const legacy = freshEmail();
    await services.db
      .updateTable('users')
      .set({ legacy_email: legacy })
      .where('id', '=', old.userId)
      .execute();
    const waiting = freshEmail();
    await invite(invitation({ email: waiting }));
    const before = await numbers();
    for (const email of [nurse.email, customer.email, legacy, waiting, h.admin.email])
      for (const typed of [email, ` ${email.toUpperCase()} `])
        for (const more of [
          {},
          { providerType: 'external_provider', external_id: randomUUID(), parent_id: h.house },
        ]) {
          const refused = await invite(invitation({ email: typed, ...more })).catch(
            (error: unknown) => error,
          );
          expect(refused).toMatchObject({
            code: 'existingUser',
            fields: [{ field: 'email', message: 'error.userExists' }],
          });
        }
    // A provider whose contact was refused is not kept.
    expect(await numbers()).toEqual(before);
  });

  it('cannot be used to find out who has an account: after thirty known addresses in an hour it is refused, and unknown ones do not count [API-38]', async () => {
    const known = await Promise.all(Array.from({ length: 31 }, () => h.customer()));
    const tryOut = async (userId: string) =>
      outcomeOf(invite(invitation({ email: (await h.stored(userId))?.['email'] })));
    for (const userId of known.slice(0, 30))
      expect(await tryOut(userId)).toBe('existingUser: error.userExists');
    expect(await tryOut(known[30]!)).toBe('rate-limited');
    const other = await h.staff('admin');
    for (let count = 0; count < 31; count += 1)
      expect(await outcomeOf(invite(invitation(), other))).toBe('done');
  });

  it('creates one provider by a double click, and one contact by two simultaneous calls [API-39]', async () => {
    const input = invitation({ idempotency_key: randomUUID() });
    expect(await invite(input)).toEqual(await invite(input));
    const email = freshEmail();
    const both = await Promise.all([
      outcomeOf(invite(invitation({ email, provider_name: 'First' }))),
      outcomeOf(invite(invitation({ email, provider_name: 'Second' }))),
    ]);
    expect(both.toSorted()).toEqual(['done', 'existingUser: error.userExists']);
    const left = await h.test.services.db
      .selectFrom('providers')
      .select('id')
      .where('name', 'in', ['First', 'Second'])
      .execute();
    expect(left).toHaveLength(1);
  });

  it('adds it under the given parent, or under the own provider of its manager, never deeper than seven levels nor under an archived one [PROV-01] [GAP-94]', async () => {
    const { services } = h.test;
    const ward = await provider(services, 'Banksia North', h.house);
    const named = await invite(invitation({ parent_id: ward }));
    expect(await storedProvider(named.id)).toMatchObject({
      ...{ parent_id: ward, provider_root_id: h.house, path: [h.house, ward, named.id] },
    });
    const own = await invite(invitation(), h.editor);
    expect(await storedProvider(own.id)).toMatchObject({ parent_id: h.house, path: [h.house, own.id] });
    let parent = ward;
    for (let level = 3; level <= 7; level += 1) parent = (await invite(invitation({ parent_id: parent }))).id;
    expect(await outcomeOf(invite(invitation({ parent_id: parent })))).toBe(
      'invalid: error.provider.tooDeep',
    );
    const closed = await provider(services, 'Closed', h.house);
    await services.db.updateTable('providers').set({ archived: true }).where('id', '=', closed).execute();
    expect(await outcomeOf(invite(invitation({ parent_id: closed })))).toBe(
      'invalid: error.provider.archived',
    );
    expect(await outcomeOf(invite(invitation({ parent_id: randomUUID() })))).toBe('not-found');
  });

  it('is refused to a manager of another tree, to staff without the right, and with fields that the form does not have [security 4] [security 5] [security 7]', async () => {
    const elsewhere = await provider(h.test.services, 'Acacia Lodge');
    expect(await outcomeOf(invite(invitation({ parent_id: elsewhere }), h.editor))).toBe('not-found');
    const reader = await h.staff('providerview');
    expect(await outcomeOf(invite(invitation({ parent_id: h.house }), reader))).toBe('forbidden');
    const customer = await person(h.test.services, { providerId: h.house });
    expect(await outcomeOf(invite(invitation({ parent_id: h.house }), customer))).toBe('not-found');
    for (const more of [
      { permission_role_id: 4 },
      { role: 'admin' },
      { provider_root_id: h.house },
      { path: [] },
      { status: 'active' },
      { cognito_sync_status: 'external-provider' },
    ])
      expect(await outcomeOf(invite(invitation(more)))).toMatch(/^invalid/);
  });

  it('adds a line of activity, and no name or address to the events [GAP-91]', async () => {
    const { db } = h.test.services;
    const { id, contact_id } = await invite(invitation());
    const activities = await db
      .selectFrom('recent_activities')
      .select(['template', 'metadata', 'actor_id'])
      .where('template', '=', 'providerAdded')
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute();
    expect(activities).toEqual([
      {
        template: 'providerAdded',
        metadata: { provider_id: id, provider: 'Correa Lodge' },
        actor_id: h.admin.userId,
      },
    ]);
    const events = await db.selectFrom('outbox').select(['type', 'payload']).execute();
    expect(events).toEqual([
      {
        type: 'staff.invited',
        payload: {
          ...{ user_id: contact_id, inviter_id: h.admin.userId, kind: 'contact-person' },
          invitation_id: expect.any(String),
        },
      },
    ]);
  });
});
