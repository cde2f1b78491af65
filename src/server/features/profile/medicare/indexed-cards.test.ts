import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { medicarePlace } from '../../../db/sealing/account-secrets.ts';
import { indexMedicareCards } from '../../../db/sealing/held-medicare.ts';
import { resealAll } from '../../../db/sealing/reseal.ts';
import { createKeyring, newKey, parseKeys } from '../../../db/sealing/seal.ts';
import { sealedColumns } from '../../../db/sealing/sealed-columns.ts';
import { refuseKnownMedicare } from '../api.ts';
import { freshCard, signUpWith } from './one-person.fixture.ts';

describe('Medicare cards stored by the previous release, or under another key', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const signUp = (medicareNumber: string, birthDate: string) => signUpWith(app, medicareNumber, birthDate);

  /** Stores a number as the previous release did: the hash of the whole number, and nothing else. */
  async function keptByReleaseBefore(userId: string, number: string): Promise<void> {
    const { db, keyring } = app.services;
    await db
      .updateTable('users')
      .set({
        medicare_sealed: keyring.seal(medicarePlace(userId), number),
        medicare_index: keyring.blindIndex('medicare', number),
      })
      .where('id', '=', userId)
      .execute();
  }

  it('are recognised before and after they are indexed [R-46] [D-38]', async () => {
    const { db, keyring } = app.services;
    const [card, moved] = [freshCard(), freshCard()];
    const old = await person(app.services, { dob: '04/05/1948' });
    await keptByReleaseBefore(old.userId, `${card}1`);
    // A number that a server of the previous release changed during the upgrade, and one that it removed.
    const changed = await person(app.services, { medicareNumber: `${freshCard()}1`, dob: '04/05/1948' });
    await keptByReleaseBefore(changed.userId, `${moved}1`);
    const gone = `${freshCard()}1`;
    const without = await person(app.services, { medicareNumber: gone, dob: '04/05/1948' });
    await db
      .updateTable('users')
      .set({ medicare_sealed: null, medicare_index: null })
      .where('id', '=', without.userId)
      .execute();
    const recognised = async () => {
      for (const number of [`${card}1`, `${card}2`, `${moved}1`, `${moved}7`])
        expect([number, (await signUp(number, '04/05/1948')).code]).toEqual([
          number,
          'existingMedicareNumber',
        ]);
      expect((await signUp(`${card}1`, '12/09/1951')).code).toBe('verification-required');
    };
    await recognised();
    expect(await indexMedicareCards(db, keyring)).toBe(3);
    expect(await indexMedicareCards(db, keyring)).toBe(0);
    // By the card alone now.
    await db
      .updateTable('users')
      .set({ medicare_index: null, medicare_card_of: null })
      .where('id', 'in', [old.userId, changed.userId])
      .execute();
    await recognised();
    expect((await signUp(gone, '04/05/1948')).code).toBe('verification-required');
  });

  it('of a second account of one person, from the previous release, are left unchanged, and the others are indexed [R-46] [D-38]', async () => {
    const { db, keyring } = app.services;
    const [card, good] = [freshCard(), freshCard()];
    const made = [];
    for (const number of [`${card}1`, `${card}2`, `${good}1`]) {
      const { userId } = await person(app.services, { dob: '04/05/1948' });
      await keptByReleaseBefore(userId, number);
      made.push(userId);
    }
    expect(await indexMedicareCards(db, keyring)).toBe(2);
    for (const number of [`${card}1`, `${card}2`, `${card}3`, `${good}2`])
      expect((await signUp(number, '04/05/1948')).code).toBe('existingMedicareNumber');
    await db.deleteFrom('users').where('id', 'in', made).execute();
  });

  it('are found by the new key alone after a rotation [R-46] [D-38] [security 36]', async () => {
    const { db, config } = app.services;
    const card = freshCard();
    const { userId } = await person(app.services, { medicareNumber: `${card}1`, dob: '04/05/1948' });
    const [key] = parseKeys(newKey('2027-01-01'));
    const users = sealedColumns.filter(({ table }) => table === 'users');
    await resealAll(db, createKeyring([key!, ...config.keys]), users);
    const known = (keyring = createKeyring([key!])) =>
      refuseKnownMedicare(
        db,
        { keyring },
        { number: `${card}2`, birthDate: '1948-05-04' },
        crypto.randomUUID(),
      );
    await expect(known()).rejects.toThrow('existingMedicareNumber');
    await indexMedicareCards(db, createKeyring([key!]));
    await db.updateTable('users').set({ medicare_index: null }).where('id', '=', userId).execute();
    await expect(known()).rejects.toThrow('existingMedicareNumber');
    await db.updateTable('users').set({ medicare_card: null }).where('id', '=', userId).execute();
    await expect(known()).resolves.toBeUndefined();
    await resealAll(db, createKeyring([...config.keys, key!]), users);
  });
});
