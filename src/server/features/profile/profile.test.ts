import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { provider } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { insertDraft } from '../acp/store.ts';
import { browserOf, makeUser, storedUser } from '../sign-in/sign-in.fixture.ts';
import { pinPlace } from '../../db/sealing/account-secrets.ts';
import { place } from '../../db/sealing/sealed-columns.ts';

const card = '{ full_name dob care_provider pin share_id url version completed_at }';

describe("one's own account", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const update =
    'mutation ($id: ID, $first_name: String, $last_name: String, $dob: Date, $gender: String, $postcode: String) { updateUser(id: $id, first_name: $first_name, last_name: $last_name, dob: $dob, gender: $gender, postcode: $postcode) { id first_name last_name dob gender postcode } }';

  async function withPlan(more: Record<string, unknown> = {}) {
    const person = await makeUser(app, { first_name: 'Ann', last_name: 'Lee', dob: '1948-05-04', ...more });
    await insertDraft(app.services.db, app.services, person.id, 'en', app.services.clock());
    const complete = async () => {
      const { db, keyring } = app.services;
      const { id } = await db
        .selectFrom('acps')
        .select('id')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow();
      const answers = { firstName: 'Ann', lastName: 'Lee', dob: '04/05/1948' };
      const answersPlace = place('acps', 'answers_sealed', id);
      await db
        .updateTable('acps')
        .set({
          status: 'complete',
          plan_version: 3,
          completed_at: new Date('2026-05-04T01:00:00Z'),
          answers_sealed: keyring.sealJson(answersPlace, answers),
        })
        .where('id', '=', id)
        .execute();
    };
    return { ...person, complete };
  }

  it('contains the data for the frame of the pages, and is null for a visitor [API-32]', async () => {
    const { db } = app.services;
    const providerId = await provider(app.services, 'Wattle Grove');
    const person = await withPlan({
      provider_id: providerId,
      next_billing_date: '2027-01-31',
      language: 'zh',
    });
    await db
      .insertInto('files')
      .values({ user_id: person.id, category: 'WISHES', file_name: 'a.mp4', is_active: true })
      .execute();
    await db
      .insertInto('files')
      .values({ user_id: person.id, category: 'WISHES', file_name: 'b.mp4', is_active: false })
      .execute();
    const query = `{ id first_name last_name email language gender dob postcode provider_id provider { id name }
      permission_role { role can_manage_acp can_manage_all can_manage_user } subscription_id next_billing_date cognito_sync_status
      login_provider status stripe_promotion_id for_my_self account_owner health_record_confirm_date
      acps { id status external completed_at version plan_version } file_counts { ACP ADDITIONAL_DOCUMENT WISHES } }`;
    const client = await browserOf(app, person);
    const { data, errors } = await client.graphql(`{ currentUser ${query} }`);
    expect(errors).toBeUndefined();
    expect(data.currentUser).toMatchObject({
      id: person.id,
      first_name: 'Ann',
      email: person.email,
      language: 'zh',
      dob: '1948-05-04',
      provider: { id: providerId, name: 'Wattle Grove' },
      permission_role: { role: 'user', can_manage_acp: false, can_manage_all: false, can_manage_user: false },
      next_billing_date: '2027-01-31',
      status: 'active',
      login_provider: 'password',
      for_my_self: true,
      account_owner: 'self',
      acps: [{ status: 'draft', external: false, completed_at: null, version: 0, plan_version: 0 }],
      file_counts: { ACP: 0, ADDITIONAL_DOCUMENT: 0, WISHES: 1 },
    });
    const byId = await client.graphql(
      `query ($id: ID!) { getUserById(id: $id) ${query} nextBillingDate(id: $id) }`,
      { id: person.id },
    );
    expect(byId.data).toEqual({ getUserById: data.currentUser, nextBillingDate: '2027-01-31' });
    expect((await new TestClient(app.url).graphql('{ currentUser { id } }')).data).toEqual({
      currentUser: null,
    });
  });

  it('cannot be read by another person or a visitor [security 2]', async () => {
    const [ann, eve] = [await makeUser(app), await makeUser(app)];
    const admin = await makeUser(app, { permission_role_id: 4 });
    const read = 'query ($id: ID!) { getUserById(id: $id) { id } }';
    const codes = async (client: TestClient) => {
      const answers = [
        await client.graphql(read, { id: ann.id }),
        await client.graphql('query ($id: ID) { nextBillingDate(id: $id) }', { id: ann.id }),
        await client.graphql(update, { id: ann.id, first_name: 'Eve' }),
        await client.graphql('mutation ($id: ID) { updateLanguage(id: $id, language: "zh") { id } }', {
          id: ann.id,
        }),
        await client.graphql(`query ($id: ID) { getEmergencyCard(user_id: $id) ${card} }`, { id: ann.id }),
        await client.graphql(`mutation ($id: ID) { renewEmergencyCard(user_id: $id) ${card} }`, {
          id: ann.id,
        }),
      ];
      return new Set(answers.map(({ errors }) => errors?.[0]?.extensions.code));
    };
    expect(await codes(await browserOf(app, eve))).toEqual(new Set(['not-found']));
    expect(await codes(await browserOf(app, admin))).toEqual(new Set(['not-found']));
    expect(await codes(new TestClient(app.url))).toEqual(new Set(['unauthenticated']));
    expect(await storedUser(app, ann.email)).toMatchObject({ first_name: null, language: 'en' });
  });

  it('stores the names after step 1, and birth date, gender and postcode after step 2 [API-05, API-06]', async () => {
    const person = await makeUser(app);
    const client = await browserOf(app, person);
    const names = await client.graphql(update, { first_name: ' Zoë ', last_name: "D'Arcy" });
    expect(names.data.updateUser).toMatchObject({
      id: person.id,
      first_name: 'Zoë',
      last_name: "D'Arcy",
      dob: null,
    });
    const facts = await client.graphql(update, { dob: '1950-02-28', gender: 'Other', postcode: '0872' });
    expect(facts.data.updateUser).toMatchObject({
      first_name: 'Zoë',
      dob: '1950-02-28',
      gender: 'Other',
      postcode: '0872',
    });
    expect((await client.graphql(update, { dob: '01/03/1950' })).data.updateUser.dob).toBe('1950-03-01');
    expect(await storedUser(app, person.email)).toMatchObject({
      first_name: 'Zoë',
      dob: '1950-03-01',
      gender: 'Other',
      postcode: '0872',
    });
  });

  it.each([
    [{ first_name: 'R2D2' }, 'first_name'],
    [{ first_name: '' }, 'first_name'],
    [{ last_name: 'Lee 3' }, 'last_name'],
    [{ dob: '2999-01-01' }, 'dob'],
    [{ dob: '1914-12-31' }, 'dob'],
    [{ dob: '1950-02-30' }, 'dob'],
    [{ dob: 'yesterday' }, 'dob'],
    [{ gender: 'male' }, 'gender'],
    [{ postcode: '30000' }, 'postcode'],
    [{ postcode: '三千' }, 'postcode'],
  ])('refuses %j at %s, as the questionnaire does [API-05, API-06]', async (values, field) => {
    const person = await makeUser(app, { first_name: 'Ann' });
    const { errors } = await (await browserOf(app, person)).graphql(update, values);
    expect(errors?.[0].extensions).toMatchObject({ code: 'invalid', fields: [{ field }] });
    expect(await storedUser(app, person.email)).toMatchObject({
      first_name: 'Ann',
      dob: null,
      gender: null,
      postcode: null,
    });
  });

  it.each([
    'role',
    'permission_role_id',
    'provider_id',
    'status',
    'email',
    'subscription_id',
    'completed_at',
  ])('cannot be set to %s [security 7]', async (field) => {
    const person = await makeUser(app);
    const client = await browserOf(app, person);
    const { errors } = await client.graphql(
      `mutation { updateUser(first_name: "Ann", ${field}: "admin") { id } }`,
    );
    expect(errors).toHaveLength(1);
    expect((await storedUser(app, person.email))?.first_name).toBeNull();
  });

  it('accepts both languages, and no third one', async () => {
    const person = await makeUser(app);
    const client = await browserOf(app, person);
    const change = 'mutation ($language: String!) { updateLanguage(language: $language) { id language } }';
    expect((await client.graphql(change, { language: 'zh' })).data).toEqual({
      updateLanguage: { id: person.id, language: 'zh' },
    });
    expect((await client.graphql(change, { language: 'fr' })).errors?.[0].extensions.code).toBe('invalid');
  });

  describe('emergency card', () => {
    it('exists once the plan is complete, with the code that contains its version [security 20]', async () => {
      const person = await withPlan();
      const client = await browserOf(app, person);
      expect((await client.graphql(`{ getEmergencyCard ${card} }`)).data).toEqual({ getEmergencyCard: null });
      await person.complete();
      const stored = (await storedUser(app, person.email))!;
      expect((await client.graphql(`{ getEmergencyCard ${card} }`)).data.getEmergencyCard).toEqual({
        full_name: 'Ann Lee',
        dob: '1948-05-04',
        care_provider: null,
        pin: app.services.keyring.open(pinPlace(person.id), stored.pin_sealed),
        share_id: stored.share_id,
        url: `${app.services.config.publicUrl}/acp-login/${stored.share_id}?v=3`,
        version: 3,
        completed_at: '2026-05-04T01:00:00.000Z',
      });
    });

    it('gets a new code and PIN once for one key, and the trail contains neither [security 20] [fault 5]', async () => {
      const person = await withPlan();
      await person.complete();
      const client = await browserOf(app, person);
      const before = (await client.graphql(`{ getEmergencyCard ${card} }`)).data.getEmergencyCard;
      const renew = `mutation ($key: String) { renewEmergencyCard(idempotency_key: $key) ${card} }`;
      const key = crypto.randomUUID();
      const answers = await Promise.all(Array.from({ length: 4 }, () => client.graphql(renew, { key })));
      const [first] = answers.map(({ data }) => data.renewEmergencyCard);
      for (const { data } of answers) expect(data.renewEmergencyCard).toEqual(first);
      expect(first.share_id).not.toBe(before.share_id);
      expect((await client.graphql(`{ getEmergencyCard ${card} }`)).data.getEmergencyCard).toEqual(first);
      const rows = await app.services.db
        .selectFrom('audit_log')
        .selectAll()
        .where('chain', '=', person.id)
        .execute();
      expect(rows.filter(({ action }) => action === 'renewEmergencyCard')).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(first.share_id);
    });

    it('cannot be renewed by a staff member in the account', async () => {
      const [person, staff] = [await withPlan(), await makeUser(app, { permission_role_id: 4 })];
      const client = await browserOf(app, person);
      await app.services.db
        .updateTable('sessions')
        .set({ acting_staff_id: staff.id })
        .where('user_id', '=', person.id)
        .execute();
      expect(
        (await client.graphql(`mutation { renewEmergencyCard ${card} }`)).errors?.[0].extensions.code,
      ).toBe('forbidden');
    });
  });
});
