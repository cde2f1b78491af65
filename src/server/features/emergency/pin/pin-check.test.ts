import { randomUUID } from 'node:crypto';
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
  const guess = (shareId: string, pin: string, requestId: string = randomUUID()) => ({
    ...{ shareId, address, pin, requestId },
  });
  const right = (shareId = owner.shareId) => guess(shareId, owner.pin);
  const wrong = (shareId = owner.shareId) => guess(shareId, wrongPin(owner.pin));
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

  describe('whose request a proxy repeats at another server', () => {
    const repeated = (pin: string) => guess(owner.shareId, pin, 'the-request');
    /** The server that received the request first ends after it counted the guess. */
    const firstServerEnds = async (pin: string) => {
      away(marking);
      await newChecker().check(repeated(pin));
      failing = null;
    };
    const wrongOnes = async () => {
      const { share } = guessPlace(test.services.secrets, owner.shareId, address);
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from emergency_attempts where share_hash = ${share} and not ok`.execute(
        test.services.db,
      );
      return rows[0]!.count;
    };

    it('opens for the right PIN, and leaves no wrong guess [C-01]', async () => {
      await firstServerEnds(owner.pin);
      expect(await wrongOnes()).toBe(6);
      expect(await newChecker().check(repeated(owner.pin))).toEqual(opened());
      expect(await wrongOnes()).toBe(5);
      expect(await newChecker().check(right())).toEqual(opened());
    });

    it('counts a wrong PIN once, and answers the same at both servers [C-01]', async () => {
      for (const checker of [newChecker(), newChecker()])
        expect(await checker.check(repeated(wrongPin(owner.pin)))).toMatchObject({ kind: 'wrong' });
      expect(await wrongOnes()).toBe(6);
      expect(await newChecker().check(right())).toEqual(waits);
    });

    it('counts every other PIN that is sent with the same id, and a repeat after half a minute [C-01] [D-07]', async () => {
      const { check } = newChecker();
      await check(repeated(wrongPin(owner.pin)));
      expect(await check(repeated(owner.pin))).toEqual(waits);
      const pins = Array.from({ length: 5 }, (_, number) => String(number).padStart(6, '0'));
      expect(await Promise.all(pins.map((pin) => newChecker().check(repeated(pin))))).toEqual(
        pins.map(() => waits),
      );
      expect(await wrongOnes()).toBe(6);
      await sql`update emergency_attempts set at = at - interval '31 seconds'`.execute(test.services.db);
      expect(await check(repeated(wrongPin(owner.pin)))).toEqual(isWrong);
      expect(await wrongOnes()).toBe(7);
      // The same request at another card is a guess at that card.
      await guessedAt('made-up');
      expect(await check(guess('made-up', wrongPin(owner.pin), 'the-request'))).toEqual(isWrong);
      expect(await check(right('made-up'))).toEqual(waits);
    });

    it('counts it once in a process too, and repeats evict no other guess there [C-01] [D-40]', async () => {
      const { check } = newChecker();
      away(counting);
      for (let sent = 0; sent < 5; sent += 1)
        expect(await check(repeated(wrongPin(owner.pin)))).toMatchObject({ kind: 'wrong' });
      expect(await check(repeated(owner.pin))).toEqual(waits);
      // The database does not count it again either once it accepts writes.
      failing = null;
      vi.advanceTimersByTime(5_000);
      expect(await check(repeated(wrongPin(owner.pin)))).toMatchObject({ kind: 'wrong' });
      await guessedAt(owner.shareId, 49);
      expect(await check(repeated(wrongPin(owner.pin)))).toMatchObject({ kind: 'wrong' });
    });
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
