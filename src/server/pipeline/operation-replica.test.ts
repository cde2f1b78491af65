import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contextFor, person, type TestPerson } from '../../../testing/people.ts';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { connectDatabase, type Connection } from '../db/connection/connect.ts';
import type { Replica } from '../db/replica/replica.ts';
import type { Context, Tx } from './context.ts';
import { operation } from './operation.ts';
import { ownAccount } from './subjects.ts';

const input = z.strictObject({});

/** Returns whether statements run on the read-only connections, which represent the replica here. */
async function placeOf(db: Tx): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select current_setting('default_transaction_read_only') as value`.execute(db);
  return rows[0]?.value === 'on' ? 'replica' : 'primary';
}

describe('an operation that reads from the replica', () => {
  let test: TestServices;
  let copy: Connection;
  let who: TestPerson;
  let steps: string[];

  beforeAll(async () => {
    test = await startServices();
    copy = connectDatabase({ url: test.url, isReadOnly: true });
    who = await person(test.services);
  });
  beforeEach(() => (steps = []));
  afterAll(async () => {
    await copy.close();
    await test.close();
  });

  const withReplica = (): Context => {
    const replica = { reading: () => copy.db } as unknown as Replica;
    return { ...contextFor(test.services, who.actor), services: { ...test.services, replica } };
  };
  const access = {
    action: 'account.update',
    async subject(_: unknown, { actor, tx }: Parameters<typeof ownAccount>[1] & { tx: Tx }) {
      steps.push(`subject: ${await placeOf(tx)}`);
      return ownAccount(null, { actor });
    },
  } as const;

  it('has its rows from there, and its subject from the primary; without one all from the primary [C-01] [security 1]', async () => {
    const reading = operation({
      ...{ name: 'reading', input, access },
      kind: 'read',
      reads: 'replica',
      run: async ({ tx }) => placeOf(tx),
    });
    expect(await reading.call(withReplica(), {})).toBe('replica');
    expect(await reading.call(contextFor(test.services, who.actor), {})).toBe('primary');
    expect(steps).toEqual(['subject: primary', 'subject: primary']);
    expect(reading.reads).toBe('replica');
    const refused = reading.call({ ...withReplica(), actor: { kind: 'visitor' } }, {});
    await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('and is an export has an audit row and everything before its rows in the primary, and leaves no event [C-01]', async () => {
    const exporting = (emits: boolean) =>
      operation({
        ...{ name: 'exporting', input, access },
        kind: 'export',
        reads: 'replica',
        async run({ tx, rows, subject, emit, auditDetails }) {
          steps.push(`run: ${await placeOf(tx)}`);
          auditDetails({ rows: 1 });
          if (emits) emit('account.verified', { user_id: subject.ownerId });
          return { read: () => placeOf(rows) };
        },
      });
    const { read } = await exporting(false).call(withReplica(), {});
    expect(await read()).toBe('replica');
    const without = await exporting(false).call(contextFor(test.services, who.actor), {});
    expect(await without.read()).toBe('primary');
    expect(steps).toEqual(Array.from({ length: 2 }, () => ['subject: primary', 'run: primary']).flat());
    const trail = test.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'exporting');
    expect(await trail.execute()).toEqual([{ details: { rows: 1 } }, { details: { rows: 1 } }]);
    await expect(exporting(true).call(withReplica(), {})).rejects.toThrow(
      'an export operation, which leaves no events',
    );
    expect(await trail.execute()).toHaveLength(2);
  });

  it('is never a write: that does not compile [C-01]', () => {
    const writing = () =>
      operation({
        ...{ name: 'writing', input, access },
        kind: 'write',
        // @ts-expect-error a write reads what it changes
        reads: 'replica',
        run: async () => null,
      });
    expect(writing).toBeTypeOf('function');
  });
});
