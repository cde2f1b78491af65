import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { AppError } from '../../../../domain/errors.ts';
import { wrongPin } from '../emergency.fixture.ts';
import { createPinChecker } from './pin-check.ts';
import { guessPlace } from './pin-throttle.ts';

const counting = 'insert into emergency_attempts';
const marking = 'set ok = true';
const address = '192.0.2.1';

describe('the check of a PIN', () => {
  let test: TestServices;
  let owner: TestPerson;
  let logged: string[] = [];
  /** The failing statement of the database, and its error. */
  let failing: { at: string; error: Error } | null = null;

  beforeAll(async () => {
    test = await startServices();
    owner = await person(test.services, { plan: { status: 'complete', answers: fullAnswers() } });
  });
  beforeEach(async () => {
    await shareIdIs(owner.shareId);
    await guessedAt(owner.shareId);
    logged = [];
    failing = null;
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => test.close());

  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (failing && JSON.stringify(node).includes(failing.at)) throw failing.error;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const newChecker = () =>
    createPinChecker(
      { ...test.services, db: test.services.db.withPlugin(plugin) },
      (_, message) => void logged.push(message),
    );
  const away = (at: string) => (failing = { at, error: new AppError('unavailable') });
  /** Makes five wrong guesses: after a sixth the next would wait half a minute, which no test can wait for. */
  async function guessedAt(shareId: string, count = 5): Promise<void> {
    const place = guessPlace(test.services.secrets, shareId, address);
    await sql`delete from emergency_attempts where share_hash = ${place.share}`.execute(test.services.db);
    await sql`
      insert into emergency_attempts (share_hash, address_hash, at)
      select ${place.share}, ${place.address}, now() - interval '1 minute' * n from generate_series(1, ${count}) n`.execute(
      test.services.db,
    );
  }
  const shareIdIs = (shareId: string) =>
    test.services.db.updateTable('users').set({ share_id: shareId }).where('id', '=', owner.userId).execute();
  const right = (shareId = owner.shareId) => ({ shareId, address, pin: owner.pin });
  const wrong = (shareId = owner.shareId) => ({ shareId, address, pin: wrongPin(owner.pin) });
  const opened = () => ({ userId: owner.userId });
  const isWrong = { kind: 'wrong', seconds: 30 };
  const waits = { kind: 'wait', seconds: expect.any(Number) };

  it('opens for the right PIN without delay; a wrong one delays the next guess', async () => {
    const { check } = newChecker();
    for (const _ of [1, 2]) expect(await check(right())).toEqual(opened());
    await guessedAt(owner.shareId);
    expect(await check(wrong())).toEqual(isWrong);
    expect(await check(right())).toEqual(waits);
    await guessedAt(owner.shareId, 52);
    expect(await check(right())).toEqual({ kind: 'limit' });
    expect(logged).toEqual([]);
  });

  it('accepts a share id of at most a hundred characters; longer ones are counted by their beginning', async () => {
    const { check } = newChecker();
    const [longest, tooLong] = ['x'.repeat(100), 'y'.repeat(101)];
    for (const shareId of [longest, tooLong.slice(0, 100)]) await guessedAt(shareId);
    await shareIdIs(longest);
    expect(await check(right(longest))).toEqual(opened());
    await shareIdIs(tooLong);
    expect(await check(right(tooLong))).toEqual(isWrong);
    expect(await check(right(`${tooLong.slice(0, 100)}z`))).toEqual(waits);
  });

  it('counts in this process while the database does not write, and in the database again afterwards [D-40] [R-13]', async () => {
    const { check, gate } = newChecker();
    away(counting);
    for (const _ of [1, 2]) expect(await check(right())).toEqual(opened());
    expect(gate.isOpen()).toBe(false);
    await guessedAt('made-up');
    expect(await check(right('made-up'))).toEqual(isWrong);
    expect(await check(right('made-up'))).toEqual(waits);
    expect(logged).toEqual([
      'guesses at PINs are counted in this process, because the database does not write',
    ]);
    failing = null;
    vi.advanceTimersByTime(5_000);
    // Guesses counted here still count, in addition to those in the database.
    expect(await check(right('made-up'))).toEqual(waits);
    expect(logged.slice(1)).toEqual(['guesses at PINs are counted in the database again']);
    expect([gate.isOpen(), gate.isOpen()]).toEqual([true, true]);
  });

  it('counts guesses in the database together with those that it could not store [D-40]', async () => {
    const { check } = newChecker();
    expect(await check(wrong())).toEqual(isWrong);
    away(counting);
    expect(await check(right())).toEqual(waits);
    await guessedAt(owner.shareId, 52);
    expect(await check(right())).toEqual({ kind: 'limit' });
  });

  it('opens even if the right PIN cannot be recorded: the guess then counts as wrong [R-13]', async () => {
    const { check, gate } = newChecker();
    away(marking);
    expect(await check(right())).toEqual(opened());
    expect(gate.isOpen()).toBe(false);
    failing = null;
    expect(await check(right())).toEqual(waits);
  });

  it.each([counting, marking])('fails at any other failure of the database: %s', async (at) => {
    const { check, gate } = newChecker();
    for (const error of [
      new AppError('conflict'),
      Object.assign(new Error('broken'), { code: 'unavailable' }),
    ]) {
      await guessedAt(owner.shareId);
      failing = { at, error };
      await expect(check(right())).rejects.toBe(error);
      expect([gate.isOpen(), gate.isOpen()]).toEqual([true, true]);
    }
  });
});
