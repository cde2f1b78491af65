import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { connectDatabase, type Connection, type Database } from '../connection/connect.ts';
import { ListReads } from './list-reads.ts';

describe('reads of lists with a replica', () => {
  let test: TestServices;
  let lists: Connection;
  let address: string;
  let lines: string[];
  let suspected: number;

  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    address = test.url;
    lists = connectDatabase({ url: () => address, isReadOnly: true, timeoutMs: 3_000, max: 1 });
    onTestFinished(() => lists.close());
    [lines, suspected] = [[], 0];
    // A busy machine may take long to open the connection.
    await lists.pool.query('select 1');
  });

  /** Creates reads whose replica is the same database through connections that are read-only. */
  const readsWith = (watch: { isForLists?: boolean; hasReached?: () => boolean } = {}): ListReads =>
    new ListReads({
      watch: {
        isForLists: watch.isForLists ?? true,
        hasReached: watch.hasReached ?? (() => true),
        suspect: () => void (suspected += 1),
      },
      lists,
      log: (line) => void lines.push(line),
    });

  const place = sql<{
    place: string;
  }>`select case current_setting('default_transaction_read_only') when 'on' then 'replica' else 'primary' end as place`;
  const placeOf = async (db: Database) => (await place.execute(db)).rows[0]!.place;

  it('go to the replica when it has everything acknowledged, and are counted once a call [C-01]', async () => {
    const reads = readsWith();
    const db = reads.reading(test.services.db);
    expect(await Promise.all([placeOf(db), placeOf(db)])).toEqual(['replica', 'replica']);
    expect(await placeOf(db)).toBe('replica');
    expect(reads.counts()).toEqual({ replica: 1, unusable: 0, behind: 0, failed: 0 });
  });

  it('go to the primary while the replica cannot be used, without asking it [C-01]', async () => {
    const reads = readsWith({ isForLists: false, hasReached: () => expect.unreachable() });
    expect(await placeOf(reads.reading(test.services.db))).toBe('primary');
    expect(reads.counts()).toEqual({ replica: 0, unusable: 1, behind: 0, failed: 0 });
  });

  it('wait a moment for a change that the replica lacks, and then go to the primary [C-01]', async () => {
    let asked = 0;
    const soon = readsWith({ hasReached: () => (asked += 1) === 3 });
    expect(await placeOf(soon.reading(test.services.db))).toBe('replica');
    const never = readsWith({ hasReached: () => false });
    const from = performance.now();
    expect(await placeOf(never.reading(test.services.db))).toBe('primary');
    expect(performance.now() - from).toBeLessThan(1_000);
    expect(never.counts()).toEqual({ replica: 0, unusable: 0, behind: 1, failed: 0 });
    expect([suspected, lines]).toEqual([1, []]);
  });

  it('of a call continue on the primary when the replica fails, and one line a minute is logged [C-01]', async () => {
    const reads = readsWith();
    const calls = [reads.reading(test.services.db), reads.reading(test.services.db)];
    expect(await Promise.all(calls.map(placeOf))).toEqual(['replica', 'replica']);
    address = 'postgres://wattle@127.0.0.1:1/wattle';
    const { rows } = await lists.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await sql`select pg_terminate_backend(${rows[0]!.pid}::int, 1000)`.execute(test.services.db);
    for (const db of calls)
      expect(await Promise.all([placeOf(db), placeOf(db), placeOf(db)])).toEqual([
        'primary',
        'primary',
        'primary',
      ]);
    expect(await placeOf(reads.reading(test.services.db))).toBe('primary');
    expect(reads.counts()).toEqual({ replica: 2, unusable: 0, behind: 0, failed: 3 });
    expect(lines).toEqual([
      expect.stringMatching(
        /^A list or report is read from the primary: the replica failed \((57P01|ECONNREFUSED|no answer)\)\.$/,
      ),
    ]);
  });

  it('are repeated on the primary if the replica cancels them, and not if they are wrong [C-01]', async () => {
    const reads = readsWith();
    const cancels = sql`do $$ begin
      if current_setting('default_transaction_read_only') = 'on' then raise exception using errcode = '57014'; end if;
    end $$`;
    await cancels.execute(reads.reading(test.services.db));
    expect(reads.counts()).toMatchObject({ replica: 1, failed: 1 });
    expect(lines).toEqual(['A list or report is read from the primary: the replica failed (57014).']);
    await expect(sql`select 1 / 0`.execute(reads.reading(test.services.db))).rejects.toThrow(
      'division by zero',
    );
    expect(reads.counts()).toMatchObject({ replica: 2, failed: 1 });
  });

  it('fail as usual when the primary is unavailable [C-01]', async () => {
    const primary = connectDatabase({ url: test.url });
    await primary.close();
    const reads = readsWith();
    await expect(placeOf(reads.reading(primary.db))).rejects.toThrow();
    expect(reads.counts()).toEqual({ replica: 0, unusable: 1, behind: 0, failed: 0 });
  });
});
