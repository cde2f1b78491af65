import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, type TestPersonSpec } from '../../../../testing/people.ts';
import { findProblems } from '../../../../testing/faults/checker.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { medicarePlace } from '../../db/sealing/account-secrets.ts';

const update = `mutation ($first_name: String, $last_name: String, $dob: String, $gender: String, $postcode: String, $medicare_number: String) {
  updateProfile(first_name: $first_name, last_name: $last_name, dob: $dob, gender: $gender, postcode: $postcode, medicare_number: $medicare_number) {
    id first_name last_name dob gender postcode medicare_last3 email } }`;

const plan = `{ currentUser { acps { status version plan_version } } }`;

let people = 0;

/** Returns an unused Medicare number. */
function freshMedicare(): string {
  const eight = `3${String((people += 1)).padStart(7, '0')}`;
  const weights = [1, 3, 7, 9, 1, 3, 7, 9];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(eight[index]), 0);
  return `${eight}${sum % 10}1`;
}

describe('the profile', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec = {}) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const answers = async () => {
      const { data } = await client.graphql(
        'query ($id: ID!) { getActiveAcpsByUserId(user_id: $id) { status version plan_version answers } }',
        { id: who.userId },
      );
      return data.getActiveAcpsByUserId[0];
    };
    return { ...who, client, answers };
  }

  it('stores all given fields, and keeps the others [SET-01, GAP-76]', async () => {
    const medicareNumber = freshMedicare();
    const { client, userId } = await signedIn({ firstName: 'Ann', lastName: 'Lee', medicareNumber });
    const { data, errors } = await client.graphql(update, {
      first_name: ' Zoë ',
      last_name: "D'Arcy",
      dob: '28/02/1950',
      gender: 'Other',
      postcode: '0872',
    });
    expect(errors).toBeUndefined();
    expect(data.updateProfile).toMatchObject({
      id: userId,
      first_name: 'Zoë',
      last_name: "D'Arcy",
      dob: '1950-02-28',
      gender: 'Other',
      postcode: '0872',
      medicare_last3: medicareNumber.slice(-3),
    });
    const next = await client.graphql(update, { postcode: '3000' });
    expect(next.data.updateProfile).toMatchObject({ first_name: 'Zoë', dob: '1950-02-28', postcode: '3000' });
  });

  it.each([
    [{ first_name: 'R2D2' }, 'first_name'],
    [{ first_name: '' }, 'first_name'],
    [{ last_name: 'Lee 3' }, 'last_name'],
    [{ dob: '01/01/2999' }, 'dob'],
    [{ dob: '31/12/1914' }, 'dob'],
    [{ dob: '30/02/1950' }, 'dob'],
    [{ dob: '1950-02-28' }, 'dob'],
    [{ gender: 'male' }, 'gender'],
    [{ postcode: '30000' }, 'postcode'],
    [{ postcode: '三千' }, 'postcode'],
    [{ medicare_number: '123' }, 'medicare_number'],
    [{ medicare_number: '7123456701' }, 'medicare_number'],
    [{ medicare_number: '2123456711' }, 'medicare_number'],
  ])('refuses %j at %s and changes nothing [SET-01, SIGNUP-30]', async (values, field) => {
    const { client, userId } = await signedIn({ firstName: 'Ann' });
    const { errors } = await client.graphql(update, { postcode: '3000', ...values });
    expect(errors?.[0].extensions).toMatchObject({ code: 'invalid', fields: [{ field }] });
    const row = await app.services.db
      .selectFrom('users')
      .select(['first_name', 'postcode', 'medicare_sealed'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ first_name: 'Ann', postcode: null, medicare_sealed: null });
  });

  it('shows only the end of a Medicare number, seals it, and can remove it again [SET-01, security 37]', async () => {
    const { client, userId } = await signedIn();
    const { data } = await client.graphql(update, { medicare_number: '2123 45670 1' });
    expect(data.updateProfile.medicare_last3).toBe('701');
    const { db, keyring } = app.services;
    const stored = () =>
      db
        .selectFrom('users')
        .select(['medicare_sealed', 'medicare_index'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
    const row = await stored();
    expect(keyring.open(medicarePlace(userId), row.medicare_sealed!)).toBe('2123456701');
    expect(row.medicare_sealed!.includes('2123456701')).toBe(false);
    const trail = await db.selectFrom('audit_log').selectAll().where('chain', '=', userId).execute();
    expect(JSON.stringify(trail)).not.toContain('212345');
    expect(
      (await client.graphql(update, { medicare_number: '' })).data.updateProfile.medicare_last3,
    ).toBeNull();
    expect(await stored()).toEqual({ medicare_sealed: null, medicare_index: null });
  });

  it("refuses another account's Medicare number at its field, a limited number of times [SET-01, security 12]", async () => {
    const known = freshMedicare();
    await signedIn({ medicareNumber: known });
    const eve = await signedIn();
    const codes: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const { errors } = await eve.client.graphql(update, { medicare_number: known });
      codes.push(errors?.[0].extensions.code);
      if (number === 0)
        expect(errors?.[0].extensions.fields).toEqual([
          { field: 'medicare_number', message: 'error.medicareAlreadyExists' },
        ]);
    }
    expect(codes).toEqual([...Array(5).fill('existingMedicareNumber'), 'rate-limited']);
    // One's own number again is no duplicate, and an invalid number counts as no guess.
    const own = freshMedicare();
    const ann = await signedIn({ medicareNumber: own });
    for (let number = 0; number < 8; number += 1)
      expect((await ann.client.graphql(update, { medicare_number: own })).errors).toBeUndefined();
  });

  it('gives one of two people the same number at the same moment [fault 5]', async () => {
    const two = await Promise.all([signedIn(), signedIn()]);
    const medicare_number = freshMedicare();
    const answers = await Promise.all(two.map(({ client }) => client.graphql(update, { medicare_number })));
    const codes = answers.map(({ errors }) => errors?.[0].extensions.code ?? 'kept');
    expect(new Set(codes)).toEqual(new Set(['existingMedicareNumber', 'kept']));
  });

  it('changes a draft too, so that account and plan agree [SET-01]', async () => {
    const { client, answers } = await signedIn();
    await client.graphql(update, { first_name: 'Mei', last_name: 'Chen', dob: '01/02/1943' });
    expect(await answers()).toMatchObject({
      status: 'draft',
      version: 1,
      plan_version: 0,
      answers: { firstName: 'Mei', lastName: 'Chen', dob: '01/02/1943' },
    });
    await client.graphql(update, { first_name: 'Mei' });
    expect((await answers()).version).toBe(1);
  });

  it('makes a new version of a signed plan, keeps the previous one, and does not change the signature [SET-01, QEDIT-05]', async () => {
    const who = await signedIn({ plan: { status: 'complete', answers: fullAnswers() } });
    const before = await who.answers();
    const { data: answered } = await who.client.graphql(
      'mutation ($v: Int) { updateProfile(last_name: "Citizen", confirmed: ["lastName"], confirmed_version: $v) { acps { version plan_version } } }',
      { v: before.version },
    );
    expect(answered.updateProfile.acps).toEqual([
      { version: before.version + 1, plan_version: before.plan_version + 1 },
    ]);
    const after = await who.answers();
    expect(after).toMatchObject({ status: 'complete', plan_version: before.plan_version + 1 });
    expect(after.answers).toEqual({ ...before.answers, lastName: 'Citizen' });
    const { data } = await who.client.graphql(
      'query ($id: ID!, $v: Int!) { getRevisionAcp(user_id: $id, plan_version: $v) { plan_version answers } getEmergencyCard { full_name version } }',
      { id: who.userId, v: before.plan_version },
    );
    expect(data.getRevisionAcp).toEqual([{ plan_version: before.plan_version, answers: before.answers }]);
    expect(data.getEmergencyCard).toEqual({
      full_name: `${before.answers.firstName} Citizen`,
      version: after.plan_version,
    });
    expect(await findProblems(app.services, [])).toEqual([]);
  });

  it('makes a new version of a signed plan from the call of the questionnaire too, and does not change a draft [R-09, API-05, API-06]', async () => {
    const updateUser = `mutation ($first_name: String, $dob: Date, $v: Int) {
      updateUser(first_name: $first_name, dob: $dob, confirmed: ["firstName", "dob"], confirmed_version: $v) { first_name dob } }`;
    const who = await signedIn({ plan: { status: 'complete', answers: fullAnswers() } });
    const before = await who.answers();
    const change = { first_name: 'Greta', dob: '1944-05-14' };
    const { data: changed } = await who.client.graphql(updateUser, { ...change, v: before.version });
    expect(changed.updateUser).toEqual(change);
    const after = await who.answers();
    expect(after).toMatchObject({ status: 'complete', plan_version: before.plan_version + 1 });
    expect(after.answers).toEqual({ ...before.answers, firstName: 'Greta', dob: '14/05/1944' });
    // An unchanged plan gets no new version.
    await who.client.graphql(updateUser, change);
    expect((await who.answers()).version).toBe(after.version);
    await app.services.db.updateTable('acps').set({ locked: true }).where('id', '=', who.acpId).execute();
    const { errors } = await who.client.graphql(updateUser, { first_name: 'Other' });
    expect(errors?.[0].extensions.code).toBe('locked');
    const { data } = await who.client.graphql('{ currentUser { first_name } }');
    expect(data.currentUser.first_name).toBe('Greta');
    const draft = await signedIn();
    await draft.client.graphql(updateUser, change);
    expect(await draft.answers()).toMatchObject({ version: 0, answers: {} });
    expect(await findProblems(app.services, [])).toEqual([]);
  });

  it('changes nothing if the plan is locked [SET-01]', async () => {
    const who = await signedIn({ plan: { status: 'complete', answers: fullAnswers() } });
    await app.services.db.updateTable('acps').set({ locked: true }).where('id', '=', who.acpId).execute();
    const { errors } = await who.client.graphql(update, { last_name: 'Citizen', postcode: '3999' });
    expect(errors?.[0].extensions.code).toBe('locked');
    const { data } = await who.client.graphql('{ currentUser { last_name } }');
    expect(data.currentUser.last_name).toBe('Doyle');
    // Fields that are not in the plan can still be changed.
    expect((await who.client.graphql(update, { medicare_number: freshMedicare() })).errors).toBeUndefined();
  });

  it('is read and changed only by its person, and never its address or role [security 2, security 7]', async () => {
    const visitor = new TestClient(app.url);
    expect((await visitor.graphql(update, { postcode: '3000' })).errors?.[0].extensions.code).toBe(
      'unauthenticated',
    );
    const { client } = await signedIn();
    for (const field of ['email', 'role', 'provider_id', 'status', 'delete_on', 'id']) {
      const { errors } = await client.graphql(
        `mutation { updateProfile(postcode: "3000", ${field}: "x") { id } }`,
      );
      expect([field, errors?.length]).toEqual([field, 1]);
    }
    expect((await client.graphql(plan)).errors).toBeUndefined();
  });

  it('stores one of three date formats [LANG-02, GAP-76]', async () => {
    const { client } = await signedIn();
    const change = 'mutation ($f: String!) { updateDateFormat(date_format: $f) { id date_format } }';
    expect((await client.graphql('{ currentUser { date_format } }')).data.currentUser.date_format).toBe(
      'DD/MM/YY',
    );
    for (const f of ['YYYY-MM-DD', 'DD/MM/YYYY', 'DD/MM/YY']) {
      await client.graphql(change, { f });
      expect((await client.graphql('{ currentUser { date_format } }')).data.currentUser.date_format).toBe(f);
    }
    expect((await client.graphql(change, { f: 'MM/DD/YY' })).errors?.[0].extensions.code).toBe('invalid');
  });
});
