import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../domain/errors.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { connectDatabase } from '../../db/connection/connect.ts';
import { recording } from './audit.ts';
import { faultsAtMost, verifyAudit } from './audit-verify.ts';

/** Small bounds, so that a run over a few rows has many snapshots, which end inside chains. */
const small = { chains: 3, rows: 5, page: 2 };

describe('checking the audit trail', () => {
  let test: TestServices;
  beforeEach(async () => {
    test = await startServices();
  });
  afterEach(() => test.close());

  const entry = (chain: string, action = 'saved') =>
    recording(
      test.services.secrets,
      {
        chain,
        at: new Date(),
        actor: { kind: 'system' },
        action,
        subjectId: null,
        details: { a: 1, step: action },
      },
      { events: [] },
    );

  const add = async (chain: string, count = 1, db = test.services.db) => {
    for (let number = 1; number <= count; number += 1) await entry(chain, `saved-${number}`).execute(db);
  };

  const verify = (options: Parameters<typeof verifyAudit>[2] = {}, db = test.services.db) =>
    verifyAudit(db, test.services.secrets, options);

  /** Runs a statement with the triggers disabled, as the owner of the database can. */
  async function tamper(statement: string): Promise<void> {
    await test.pool.query('alter table audit_log disable trigger audit_log_no_change');
    await test.pool.query(statement);
    await test.pool.query('alter table audit_log enable trigger audit_log_no_change');
  }

  /** Five chains, `a` to `e`, of seven entries each. */
  async function fiveChains(): Promise<void> {
    for (const chain of ['a', 'b', 'c', 'd', 'e']) await add(chain, 7);
  }

  /** The database, with a record of its statements and a hook before each statement. */
  function watched(before: (asked: number) => void = () => {}) {
    let statements = 0;
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        before((statements += 1));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    return { db: test.services.db.withPlugin(plugin), asked: () => statements };
  }

  it('raises no false alarm while servers write, in twenty runs, whatever a snapshot contains [R-10]', async () => {
    await fiveChains();
    const writing = connectDatabase({ url: test.url, max: 6 });
    let stopped = false;
    const writers = Array.from({ length: 6 }, async (_, number) => {
      for (let turn = 0; !stopped; turn += 1) {
        await add('platform', 1, writing.db);
        await add(`person-${number}`, 1, writing.db);
        if (turn % 20 === 0) await add(randomUUID(), 2, writing.db);
        await pause(3);
      }
    });
    const reports = [];
    for (let run = 0; run < 20; run += 1)
      reports.push(await verify(run % 2 === 0 ? { bounds: { chains: 7, rows: 150, page: 75 } } : {}));
    stopped = true;
    await Promise.all(writers);
    await writing.close();
    expect(reports.flatMap((report) => report.faults)).toEqual([]);
    const { rows, faults } = await verify();
    const [stored] = (await test.pool.query('select count(*)::int as count from audit_log')).rows;
    expect({ rows, faults }).toEqual({ rows: stored.count, faults: [] });
  });

  it.each([
    ['a changed row', `update audit_log set details = '{}' where chain = 'b' and seq = 4`, 'b', 4],
    [
      'a changed time',
      `update audit_log set at = at - interval '1 hour' where chain = 'b' and seq = 7`,
      'b',
      7,
    ],
    ['a time that is none', `update audit_log set at = 'infinity' where chain = 'b' and seq = 2`, 'b', 2],
    ['a removed row', `delete from audit_log where chain = 'c' and seq = 3`, 'c', 3],
    ['a removed last row', `delete from audit_log where chain = 'c' and seq = 7`, 'c', 7],
    ['a removed first row', `delete from audit_log where chain = 'c' and seq = 1`, 'c', 1],
    ['a chain without rows', `delete from audit_log where chain = 'a'`, 'a', 1],
    ['a last chain without rows', `delete from audit_log where chain = 'e'`, 'e', 1],
    [
      'a row before the first',
      `insert into audit_log select 'd', 0, at, actor_kind, actor_id, acting_staff_id, action, subject_id, details, hash
        from audit_log where chain = 'd' and seq = 1`,
      'd',
      1,
    ],
    [
      'a row behind the last',
      `insert into audit_log select 'e', 8, at, actor_kind, actor_id, acting_staff_id, action, subject_id, details, hash
        from audit_log where chain = 'e' and seq = 7`,
      'e',
      8,
    ],
    ['a chain without its end', `delete from audit_heads where chain = 'c'`, 'c', 1],
    ['a last chain without its end', `delete from audit_heads where chain = 'e'`, 'e', 1],
    ['another end', `update audit_heads set seq = 9 where chain = 'd'`, 'd', 8],
  ])('finds %s, with its place [R-10] [security 38]', async (_name, statement, chain, seq) => {
    await fiveChains();
    await tamper(statement);
    for (const bounds of [
      undefined,
      small,
      { chains: 1, rows: 1, page: 1 },
      { chains: 5, rows: 7, page: 7 },
    ]) {
      const { faults } = await verify(bounds ? { bounds } : {});
      expect({ bounds, faults }).toEqual({ bounds, faults: [{ chain, seq }] });
    }
  });

  it('returns the same ends, however it is cut into snapshots [R-10]', async () => {
    await fiveChains();
    const { heads, rows } = await verify();
    expect(await verify({ bounds: small })).toMatchObject({ heads, rows, faults: [] });
    await add('c');
    expect((await verify()).heads).not.toBe(heads);
  });

  it('continues after the chain that an interrupted run reported [R-10]', async () => {
    await fiveChains();
    await tamper(`update audit_log set details = '{}' where (chain, seq) in (('b', 4), ('d', 2))`);
    const seen: string[] = [];
    await verify({ bounds: small, onProgress: ({ after }) => void seen.push(after) });
    expect(seen.at(-1)).toBe('e');
    expect(seen).toContain('b');
    const rest = await verify({ after: 'b', bounds: small });
    expect(rest.faults).toEqual([{ chain: 'd', seq: 2 }]);
    expect((await verify({ after: 'd' })).rows).toBe(7);
  });

  it('runs one statement for each batch, not for each chain, and keeps a bounded number of faults [R-10]', async () => {
    const chains = 2_500;
    await sql`insert into audit_heads select 'chain-' || n, 1, sha256('x') from generate_series(1, ${chains}) n`.execute(
      test.services.db,
    );
    await sql`insert into audit_log (chain, seq, at, actor_kind, action, hash)
      select 'chain-' || n, 1, now(), 'system', 'saved', sha256('x') from generate_series(1, ${chains}) n`.execute(
      test.services.db,
    );
    const { db, asked } = watched();
    const report = await verify({}, db);
    expect(report).toMatchObject({ rows: chains, faultCount: chains });
    expect(report.faults).toHaveLength(faultsAtMost);
    // Three batches, each with a statement for its ends and one for its rows.
    expect(asked()).toBe(6);
  });

  it('cuts long chains into snapshots, and stops reading a chain with a fault or without an end [R-10]', async () => {
    await add('a', 7);
    await add('b', 7);
    const bounds = { chains: 5, rows: 6, page: 2 };
    const { db, asked } = watched();
    const { heads } = await verify({ bounds }, db);
    expect(heads).toMatch(/^[0-9a-f]{64}$/);
    // Two snapshots with their ends and three pages, and one with its ends, a page and an empty one.
    expect(asked()).toBe(4 + 4 + 3);
    await tamper(`update audit_log set details = '{}' where chain = 'a' and seq = 2`);
    expect(await verify({ bounds: { ...bounds, rows: 100 } })).toMatchObject({ rows: 2 + 7 });
    await tamper(`delete from audit_heads where chain = 'a'`);
    expect(await verify({ bounds: { ...bounds, rows: 100 } })).toMatchObject({ rows: 2 + 7 });
  });

  it('sees the same as its open transaction [R-10]', async () => {
    await test.services.db.transaction().execute(async (tx) => {
      await add('a', 2, tx);
      expect(await verify({}, tx)).toMatchObject({ rows: 2, faults: [] });
    });
  });

  it('continues after a short database outage, and ends at any other failure [R-10]', async () => {
    await add('a', 2);
    const failing = (error: Error) =>
      watched((asked) => {
        if (asked === 2) throw error;
      });
    const away = failing(new AppError('unavailable'));
    expect(await verify({}, away.db)).toMatchObject({ rows: 2, faults: [] });
    for (const error of [
      new AppError('conflict'),
      Object.assign(new Error('broken'), { code: 'unavailable' }),
    ]) {
      const { db, asked } = failing(error);
      await expect(verify({}, db)).rejects.toBe(error);
      expect(asked()).toBe(2);
    }
  });
});
