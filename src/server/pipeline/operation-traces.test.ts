import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Actor } from '../../domain/access/actors.ts';
import { AppError } from '../../domain/errors.ts';
import { contextFor, person, type TestPerson } from '../../../testing/people.ts';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { passwordAgain } from './passwords/confirm.ts';
import type { Context } from './context.ts';
import { idempotencyKey } from './repeated-calls/idempotency.ts';
import { recentTries } from './limits/limit.ts';
import { operation } from './operation.ts';
import { nothing, ownAccount } from './subjects.ts';

const self = { action: 'account.update', subject: ownAccount } as const;
const nothingIn = z.strictObject({});
const withKey = z.strictObject({ idempotency_key: idempotencyKey });

describe('the records of an operation', () => {
  let test: TestServices;
  let who: TestPerson;
  let steps: string[] = [];

  beforeAll(async () => {
    test = await startServices();
    who = await person(test.services);
  });
  beforeEach(() => (steps = []));
  afterAll(() => test.close());

  const as = (actor: Actor = who.actor): Context => ({ ...contextFor(test.services, who.actor), actor });
  const trailOf = (name: string) =>
    test.services.db
      .selectFrom('audit_log')
      .select(['chain', 'subject_id', 'details'])
      .where('action', '=', name)
      .orderBy('seq')
      .execute();
  const keysOf = async (name: string) =>
    (
      await test.services.db
        .selectFrom('idempotency_keys')
        .select('key')
        .where('operation', '=', name)
        .execute()
    ).length;
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'no error',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );

  it('contain no event of a read operation: an operation that sends mails is a write', async () => {
    const read = operation({
      name: 'readWithEvent',
      kind: 'read',
      input: nothingIn,
      access: self,
      run: async ({ emit, subject }) => emit('card.renewed', { user_id: subject.ownerId }),
    });
    expect(await codeOf(read.call(as(), {}))).toBe(
      'readWithEvent is a read operation, which leaves no events',
    );
    expect(await test.services.db.selectFrom('outbox').select('type').execute()).toEqual([]);
  });

  it('are empty for a read: no audit row, no event, no remembered answer, even with a key', async () => {
    let reads = 0;
    const read = operation({
      name: 'plainRead',
      kind: 'read',
      input: withKey,
      access: self,
      run: async ({ tx }) => {
        const begun = sql<{ at: string }>`select transaction_timestamp()::text as at`;
        const [one, other] = [await begun.execute(tx), await begun.execute(tx)];
        // No transaction either: each statement has its own.
        expect(one.rows).not.toEqual(other.rows);
        return (reads += 1);
      },
    });
    const events = () => test.services.db.selectFrom('outbox').select('type').execute();
    const before = await events();
    for (const round of [1, 2]) expect(await read.call(as(), { idempotency_key: 'same-key' })).toBe(round);
    expect(await trailOf('plainRead')).toEqual([]);
    expect(await keysOf('plainRead')).toBe(0);
    expect(await events()).toEqual(before);
  });

  it('contain no row for a wrong password if nothing would change, and none if another check failed', async () => {
    const reading = operation({
      name: 'readWithPassword',
      kind: 'read',
      input: z.strictObject({ password: z.string() }),
      access: self,
      confirm: passwordAgain('password'),
      run: async () => 'read',
    });
    expect(await codeOf(reading.call(as(), { password: 'Wrong-Guess-1' }))).toBe('invalid');
    expect(await trailOf('readWithPassword')).toEqual([]);
    const failing = (error: Error) =>
      operation({
        name: 'confirmFails',
        kind: 'write',
        input: nothingIn,
        access: self,
        confirm: () => Promise.reject(error),
        run: async () => void steps.push('run'),
      }).call(as(), {});
    expect(await codeOf(failing(new AppError('unavailable')))).toBe('unavailable');
    expect(await codeOf(failing(Object.assign(new Error('broken'), { code: 'invalid' })))).toBe('invalid');
    expect(await trailOf('confirmFails')).toEqual([]);
    expect(steps).toEqual([]);
  });

  it('belong to the audit chain of the person concerned: that of the subject, of a person that the operation names, or of the platform', async () => {
    const other = await person(test.services);
    const naming = (name: string | undefined) =>
      operation({
        name: 'naming',
        kind: 'write',
        input: nothingIn,
        access: { action: 'account.signIn', subject: nothing },
        run: async ({ auditDetails }) => {
          auditDetails({ first: 1, step: 1 });
          auditDetails({ step: 2 }, name);
        },
      });
    await naming(undefined).call(as(), {});
    await naming(other.userId).call(as(), {});
    const details = { first: 1, step: 2 };
    const rows = await trailOf('naming');
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ chain: 'platform', subject_id: null, details });
    expect(rows).toContainEqual({ chain: other.userId, subject_id: other.userId, details });
  });

  it('include one final statement; a second one is a fault that rolls back everything', async () => {
    const rename = (name: string) => sql`update users set last_name = ${name} where id = ${who.userId}`;
    const finishing = operation({
      name: 'finishing',
      kind: 'write',
      input: z.strictObject({ names: z.array(z.string()) }),
      access: self,
      run: async ({ input, withFinalStatement }) =>
        input.names.forEach((name) => withFinalStatement(rename(name))),
    });
    const nameNow = async () => {
      const row = test.services.db.selectFrom('users').select('last_name').where('id', '=', who.userId);
      return (await row.executeTakeFirstOrThrow()).last_name;
    };
    await finishing.call(as(), { names: ['Once'] });
    expect(await nameNow()).toBe('Once');
    expect(await codeOf(finishing.call(as(), { names: ['Twice', 'Thrice'] }))).toBe(
      'finishing has more than one final statement',
    );
    expect(await nameNow()).toBe('Once');
    expect(await trailOf('finishing')).toHaveLength(1);
  });

  it('do not replace the password: it is checked again even if the key has an answer [R-07]', async () => {
    let made = 0;
    const confirmed = operation({
      name: 'confirmedAgain',
      kind: 'write',
      input: z.strictObject({ idempotency_key: idempotencyKey }),
      access: self,
      confirm: async () => {
        steps.push('confirm');
        if (steps.length === 2) throw new AppError('invalid');
      },
      run: async () => (made += 1),
    });
    const sent = { idempotency_key: 'confirmed-key' };
    expect(await confirmed.call(as(), sent)).toBe(1);
    expect(await codeOf(confirmed.call(as(), sent))).toBe('invalid');
    expect(await confirmed.call(as(), sent)).toBe(1);
    expect(steps).toHaveLength(3);
  });

  it('include an earlier answer, which is looked up if the work failed for any reason except an unavailable database', async () => {
    let error: Error | null = null;
    const repeated = operation({
      name: 'failingLater',
      kind: 'write',
      input: withKey,
      access: self,
      run: async () => {
        if (error) throw error;
        return 'first';
      },
    });
    const sent = { idempotency_key: 'failing-later' };
    expect(await repeated.call(as(), sent)).toBe('first');
    error = new AppError('conflict');
    expect(await repeated.call(as(), sent)).toBe('first');
    expect(await codeOf(repeated.call(as(), { idempotency_key: 'another-key' }))).toBe('conflict');
    error = new AppError('unavailable');
    expect(await codeOf(repeated.call(as(), sent))).toBe('unavailable');
  });

  it("count attempts that only the operation's own check finds, and refund them by their rule", async () => {
    const left: number[] = [];
    for (const [at, counts] of (['always', 'unless-success'] as const).entries()) {
      const counted = ['sign-in:account', `found.${at}@example.org`] as const;
      const finding = operation({
        name: 'finding',
        kind: 'write',
        input: z.strictObject({}),
        access: self,
        confirm: ({ consume }) => consume([{ counted, counts }]),
        async run({ services, now }) {
          expect(await recentTries(services.db, services.secrets, now, counted)).toBe(1);
        },
      });
      await finding.call(as(), {});
      const { db, secrets, clock } = test.services;
      left.push(await recentTries(db, secrets, clock(), counted));
    }
    expect(left).toEqual([1, 0]);
  });

  it('name the changed fields if staff are in the account, and only then: with the visit of their session [R-52]', async () => {
    const { db } = test.services;
    const staff = await person(test.services, { role: 'admin' });
    const session = await db
      .insertInto('sessions')
      .values({
        token_hash: Buffer.alloc(32, 1),
        user_id: who.userId,
        idle_expires_at: new Date(),
        absolute_expires_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const visit = await db
      .insertInto('staff_visits')
      .values({
        staff_id: staff.userId,
        customer_id: who.userId,
        session_id: session.id,
        reason_sealed: Buffer.alloc(1),
        started_at: new Date(0),
        ends_at: new Date(1),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const noted = async () =>
      (await db.selectFrom('staff_visit_changes').select(['visit_id', 'field']).execute()).map(
        ({ visit_id, field }) => [visit_id, field],
      );
    const renaming = operation({
      name: 'renaming',
      kind: 'write',
      input: nothingIn,
      access: { action: 'account.signIn', subject: nothing },
      run: async ({ changedFields }) => changedFields(['first_name']),
    });
    const inside = (actor: Actor, sessionId: string | null = session.id): Context => {
      const context = as(actor);
      return { ...context, meta: { ...context.meta, sessionId } };
    };
    const visiting = { ...who.actor, actingStaffId: staff.userId };
    await renaming.call(inside(who.actor), {});
    await renaming.call(inside({ kind: 'visitor' }), {});
    await renaming.call(inside(visiting, null), {});
    expect(await noted()).toEqual([]);
    await renaming.call(inside(visiting), {});
    expect(await noted()).toEqual([[visit.id, 'first_name']]);
  });

  it('include every preparation without a `needed` condition', async () => {
    const prepared = operation({
      name: 'alwaysPrepared',
      kind: 'write',
      input: nothingIn,
      access: self,
      prepare: { run: () => 'prepared' },
      run: async (work) => work.prepared,
    });
    expect(await prepared.call(as(), {})).toBe('prepared');
  });

  it('include the minimum duration, and input rules that depend on the date', async () => {
    const slow = operation({
      name: 'slow',
      kind: 'read',
      input: ({ today, config }) =>
        z.strictObject({ day: z.literal(today), env: z.literal(config.environment) }),
      access: self,
      run: async ({ input }) => input.day,
      minimumDuration: 60,
    });
    const services = { ...test.services, clock: () => new Date('2026-05-04T14:00:00Z') };
    const begun = performance.now();
    const sent = { day: '2026-05-05', env: test.services.config.environment };
    expect(await slow.call({ ...as(), services }, sent)).toBe('2026-05-05');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(58);
  });
});
