import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, type TestPersonSpec } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { medicarePlace } from '../../../db/sealing/account-secrets.ts';
import { medicareColumns } from '../../../db/sealing/held-medicare.ts';
import { goodPassword, mailedToken, storedUser } from '../../sign-in/sign-in.fixture.ts';
import { duplicateIn } from '../api.ts';
import { freshCard, signUpWith } from './one-person.fixture.ts';

const updateProfile = `mutation ($dob: String, $medicare_number: String) {
  updateProfile(dob: $dob, medicare_number: $medicare_number) { dob medicare_last3 } }`;
const updateUser = 'mutation ($dob: Date) { updateUser(dob: $dob) { dob } }';

describe('one person by Medicare number', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { ...who, client };
  }

  const signUp = (medicareNumber: string, birthDate: string) => signUpWith(app, medicareNumber, birthDate);

  async function verify(email: string): Promise<void> {
    const { id } = (await storedUser(app, email))!;
    const token = await mailedToken(app, 'verify-email', id);
    const { body } = await new TestClient(app.url).post('/api/auth/verify-email', {
      token,
      password: goodPassword,
    });
    expect(body.ok).toBe(true);
  }

  const held = async (email: string) => {
    const { id, medicare_sealed } = (await storedUser(app, email))!;
    return medicare_sealed && app.services.keyring.open(medicarePlace(id), medicare_sealed);
  };

  it('recognises a re-issued card, if the birth date is the same [R-46] [D-38]', async () => {
    const card = freshCard();
    await person(app.services, { medicareNumber: `${card}1`, dob: '04/05/1948' });
    expect((await signUp(`${card}1`, '04/05/1948')).code).toBe('existingMedicareNumber');
    expect((await signUp(`${card}2`, '04/05/1948')).code).toBe('existingMedicareNumber');
    const other = await signedIn({ dob: '04/05/1948' });
    const { errors } = await other.client.graphql(updateProfile, { medicare_number: `${card}9` });
    expect(errors?.[0].extensions).toMatchObject({
      code: 'existingMedicareNumber',
      fields: [{ field: 'medicare_number', message: 'error.medicareAlreadyExists' }],
    });
    // The card's owner replaces the old number with the new one.
    const own = freshCard();
    const ann = await signedIn({ medicareNumber: `${own}1`, dob: '04/05/1948' });
    const { data } = await ann.client.graphql(updateProfile, { medicare_number: `${own}2` });
    expect(data.updateProfile.medicare_last3).toBe(`${own}2`.slice(-3));
    expect((await signUp(`${own}1`, '04/05/1948')).code).toBe('existingMedicareNumber');
  });

  it('gives two people on one family card an account each [R-46] [D-38]', async () => {
    const number = `${freshCard()}1`;
    await person(app.services, { medicareNumber: number, dob: '04/05/1948' });
    const wife = await signUp(number, '12/09/1951');
    expect(wife.code).toBe('verification-required');
    expect(await held(wife.email)).toBeNull();
    await verify(wife.email);
    expect(await held(wife.email)).toBe(number);
    expect((await signUp(number, '12/09/1951')).code).toBe('existingMedicareNumber');
    const son = await signedIn({ dob: '01/01/1980' });
    const { errors } = await son.client.graphql(updateProfile, { medicare_number: number });
    expect(errors).toBeUndefined();
  });

  it('lets one of two sign-ups with two issues of one card have it, also if both are checked at once [R-46] [D-38]', async () => {
    const card = freshCard();
    const both = await Promise.all([signUp(`${card}1`, '04/05/1948'), signUp(`${card}2`, '04/05/1948')]);
    expect(both.map(({ code }) => code)).toEqual(['verification-required', 'verification-required']);
    expect(await Promise.all(both.map(({ email }) => held(email)))).toEqual([null, null]);
    await Promise.all(both.map(({ email }) => verify(email)));
    const numbers = await Promise.all(both.map(({ email }) => held(email)));
    expect(numbers.filter((number) => number !== null)).toHaveLength(1);
  });

  it('lets one of two accounts take two issues of one card at the same moment [R-46] [D-38] [fault 5]', async () => {
    const card = freshCard();
    const two = await Promise.all([signedIn({ dob: '04/05/1948' }), signedIn({ dob: '04/05/1948' })]);
    const answers = await Promise.all(
      two.map(({ client }, issue) =>
        client.graphql(updateProfile, { medicare_number: `${card}${issue + 1}` }),
      ),
    );
    const codes = answers.map(({ errors }) => String(errors?.[0].extensions.code ?? 'kept')).sort();
    expect(codes).toEqual(['existingMedicareNumber', 'kept']);
    // The database prevents a second account, in whatever order the calls arrive.
    const { db, keyring } = app.services;
    const [third, fourth] = [
      await person(app.services, { dob: '05/05/1948' }),
      await person(app.services, { dob: '05/05/1948' }),
    ];
    const hold = ({ userId }: { userId: string }, issue: number) =>
      db
        .updateTable('users')
        .set(medicareColumns(keyring, userId, `${card}${issue}`))
        .where('id', '=', userId)
        .execute();
    await hold(third, 1);
    const refused: unknown = await hold(fourth, 2).catch((error: unknown) => error);
    expect(duplicateIn(refused)?.code).toBe('existingMedicareNumber');
  });

  it.each([
    ['the profile', updateProfile, (day: number) => `0${day}/05/1948`],
    ['the questionnaire', updateUser, (day: number) => `1948-05-0${day}`],
  ])(
    'refuses at its field a birth date that makes two accounts one person, from %s, and accepts others [R-46] [D-38]',
    async (_, mutation, day) => {
      const number = `${freshCard()}1`;
      await person(app.services, { medicareNumber: number, dob: '04/05/1948' });
      const wife = await signedIn({ medicareNumber: number, dob: '05/05/1948' });
      const { errors } = await wife.client.graphql(mutation, { dob: day(4) });
      expect(errors?.[0].extensions).toMatchObject({
        code: 'existingMedicareNumber',
        fields: [{ field: 'dob', message: 'error.birthDateAlreadyExists' }],
      });
      expect((await storedUser(app, wife.email))?.dob).toBe('1948-05-05');
      for (const same of [5, 6])
        expect((await wife.client.graphql(mutation, { dob: day(same) })).errors).toBeUndefined();
      expect((await signUp(number, '06/05/1948')).code).toBe('existingMedicareNumber');
      expect((await signUp(number, '05/05/1948')).code).toBe('verification-required');
      // An account without a number can have any birth date.
      const other = await signedIn({ dob: '05/05/1948' });
      expect((await other.client.graphql(mutation, { dob: day(4) })).errors).toBeUndefined();
    },
  );

  it('lets one of two on a card have a birth date that both take at the same moment [R-46] [D-38] [fault 5]', async () => {
    const medicareNumber = `${freshCard()}1`;
    const two = [
      await signedIn({ medicareNumber, dob: '04/05/1948' }),
      await signedIn({ medicareNumber, dob: '05/05/1948' }),
    ];
    const answers = await Promise.all([
      two[0]!.client.graphql(updateProfile, { dob: '06/05/1948' }),
      two[1]!.client.graphql(updateUser, { dob: '1948-05-06' }),
    ]);
    const codes = answers.map(({ errors }) => String(errors?.[0].extensions.code ?? 'kept')).sort();
    expect(codes).toEqual(['existingMedicareNumber', 'kept']);
  });

  it('reveals only that the other account exists, and only a limited number of times [R-46] [D-38] [security 12]', async () => {
    const number = `${freshCard()}1`;
    const owner = await person(app.services, {
      firstName: 'Wilhelmina',
      medicareNumber: number,
      dob: '04/05/1948',
    });
    const eve = await signedIn({ medicareNumber: number, dob: '05/05/1948' });
    const codes: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const { errors } =
        round % 2 === 0
          ? await eve.client.graphql(updateProfile, { dob: '04/05/1948' })
          : await eve.client.graphql(updateUser, { dob: '1948-05-04' });
      codes.push(errors?.[0].extensions.code);
      const said = JSON.stringify(errors);
      for (const secret of [owner.userId, owner.email, 'Wilhelmina', number.slice(0, 9)])
        expect(said).not.toContain(secret);
    }
    expect(codes).toEqual([...Array<string>(5).fill('existingMedicareNumber'), 'rate-limited']);
    const trail = await app.services.db
      .selectFrom('audit_log')
      .selectAll()
      .where('chain', '=', eve.userId)
      .execute();
    expect(JSON.stringify(trail)).not.toContain(owner.userId);
  });

  it('does not change a signed plan when the birth date is refused [R-46] [D-38]', async () => {
    const number = `${freshCard()}1`;
    await person(app.services, { medicareNumber: number, dob: '06/05/1948' });
    const who = await signedIn({
      medicareNumber: number,
      dob: '05/05/1948',
      plan: { status: 'complete', answers: fullAnswers() },
    });
    const versions = () =>
      app.services.db.selectFrom('acps').select('id').where('user_id', '=', who.userId).execute();
    const before = await versions();
    const { errors } = await who.client.graphql(updateProfile, { dob: '06/05/1948' });
    expect(errors?.[0].extensions.code).toBe('existingMedicareNumber');
    expect(await versions()).toEqual(before);
  });
});
