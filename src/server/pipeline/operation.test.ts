import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Actor } from '../../domain/access/actors.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { contextFor, person, type TestPerson } from '../../../testing/people.ts';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { operations } from '../features.ts';
import { passwordAgain } from './passwords/confirm.ts';
import type { Context } from './context.ts';
import { recentTries, type Counts } from './limits/limit.ts';
import { isOperation, operation } from './operation.ts';
import { hashPassword } from './passwords/passwords.ts';
import { nothing, ownAccount } from './subjects.ts';

const self = { action: 'account.update', subject: ownAccount } as const;

describe('an operation', () => {
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
  const nameNow = async () =>
    (
      await test.services.db
        .selectFrom('users')
        .select('first_name')
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow()
    ).first_name;
  const trailOf = (name: string) =>
    test.services.db
      .selectFrom('audit_log')
      .select(['subject_id', 'details'])
      .where('action', '=', name)
      .orderBy('seq')
      .execute();
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'no error',
      (error: { code: string }) => error.code,
    );

  it('runs its phases in order, and loads its subject locked only in the transaction', async () => {
    const phases = operation({
      name: 'phases',
      kind: 'write',
      input: z.pipe(
        z.strictObject({ name: z.string() }),
        z.transform(({ name }) => {
          steps.push('input');
          return { name };
        }),
      ),
      access: {
        action: 'account.update',
        subject(_, { actor, lock }) {
          steps.push(lock ? 'subject, locked' : 'subject');
          return ownAccount(null, { actor });
        },
      },
      limit() {
        steps.push('limit');
        return [];
      },
      async confirm() {
        steps.push('confirm');
        return 'confirmed';
      },
      prepare: {
        run() {
          steps.push('prepare');
          return 'prepared';
        },
      },
      async run({ input, tx, subject, confirmed, prepared, emit }) {
        steps.push(`run: ${confirmed}, ${prepared}`);
        await tx
          .updateTable('users')
          .set({ first_name: input.name })
          .where('id', '=', subject.ownerId)
          .execute();
        emit('account.verified', { user_id: subject.ownerId });
        return input.name;
      },
      async afterCommit(output) {
        steps.push(`after the commit: ${await nameNow()}, ${(await trailOf('phases')).length} row`);
        return `${output}!`;
      },
    });
    expect(await phases.call(as(), { name: 'Ada' })).toBe('Ada!');
    expect(steps).toEqual([
      'input',
      'subject',
      'limit',
      'confirm',
      'prepare',
      'subject, locked',
      'run: confirmed, prepared',
      'after the commit: Ada, 1 row',
    ]);
  });

  it('checks access before it counts, confirms or prepares, and again in the transaction [security 1]', async () => {
    let isThere = true;
    const asked = operation({
      name: 'askedTwice',
      kind: 'write',
      input: z.strictObject({}),
      access: {
        ...self,
        subject: (_, { actor, lock }) => (isThere || !lock ? ownAccount(null, { actor }) : null),
      },
      limit: () => (steps.push('limit'), []),
      confirm: async () => void steps.push('confirm'),
      prepare: { run: () => void steps.push('prepare') },
      run: async () => void steps.push('run'),
    });
    expect(await codeOf(asked.call(as({ kind: 'visitor' }), {}))).toBe('unauthenticated');
    expect(steps).toEqual([]);
    isThere = false;
    expect(await codeOf(asked.call(as(), {}))).toBe('not-found');
    expect(steps).toEqual(['limit', 'confirm', 'prepare']);
    isThere = true;
    await asked.call(as(), {});
    expect(steps.slice(3)).toEqual(['limit', 'confirm', 'prepare', 'run']);
    expect(await trailOf('askedTwice')).toHaveLength(1);
  });

  it('counts an attempt even if the call fails, each kind by its rule', async () => {
    const outcomes = ['none', 'unauthenticated', 'conflict', 'fault'] as const;
    const kinds: Record<string, Counts> = {
      always: 'always',
      'unless-success': 'unless-success',
      codes: ['unauthenticated'],
    };
    const left: Record<string, number[]> = {};
    for (const [kind, counts] of Object.entries(kinds)) {
      left[kind] = [];
      for (const outcome of outcomes) {
        const email = `${kind}.${outcome}@example.org`;
        const counted = ['sign-in:account', email] as const;
        const counting = operation({
          name: 'counting',
          kind: 'write',
          input: z.strictObject({}),
          access: { action: 'account.signIn', subject: nothing },
          limit: () => [{ counted, counts }],
          async run({ services, now }) {
            // Counted before the work, whatever the outcome of the transaction.
            expect(await recentTries(services.db, services.secrets, now, counted)).toBe(1);
            if (outcome === 'fault') throw new Error('A fault');
            if (outcome !== 'none') throw new AppError(outcome as ErrorCode);
          },
        });
        await counting.call(as({ kind: 'visitor' }), {}).catch(() => {});
        const { db, secrets, clock } = test.services;
        left[kind].push(await recentTries(db, secrets, clock(), counted));
      }
    }
    expect(left).toEqual({ always: [1, 1, 1, 1], 'unless-success': [0, 1, 1, 1], codes: [0, 1, 0, 0] });
  });

  it('does nothing after too many attempts', async () => {
    const limited = operation({
      name: 'limited',
      kind: 'write',
      input: z.strictObject({}),
      access: self,
      limit: ({ subject }) => [{ counted: ['medicare:account', subject.ownerId], counts: 'always' }],
      run: async () => void steps.push('run'),
    });
    for (let round = 0; round < 5; round += 1) await limited.call(as(), {});
    expect(await codeOf(limited.call(as(), {}))).toBe('rate-limited');
    expect(steps).toHaveLength(5);
  });

  it('records a wrong confirmation in the trail, and reports it at the field', async () => {
    const confirmed = operation({
      name: 'confirmed',
      kind: 'write',
      input: z.strictObject({ password: z.string() }),
      access: self,
      confirm: passwordAgain('password'),
      prepare: { run: () => void steps.push('prepare') },
      run: async () => void steps.push('run'),
    });
    await expect(confirmed.call(as(), { password: 'Wrong-Guess-1' })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'password', message: 'field.password.currentWrong' }],
    });
    expect(steps).toEqual([]);
    expect(await trailOf('confirmed')).toEqual([{ subject_id: who.userId, details: { refused: 'invalid' } }]);
    await confirmed.call(as(), { password: who.password });
    expect(steps).toEqual(['prepare', 'run']);
    expect(await trailOf('confirmed')).toHaveLength(2);
  });

  it('runs costly work only outside the transaction', async () => {
    const hashing = (where: 'confirm' | 'prepare' | 'run' | 'after') => {
      const hash = async (here: typeof where) =>
        void (here === where && (await hashPassword('Ferry-Lantern-7')));
      return operation({
        name: 'hashing',
        kind: 'write',
        input: z.strictObject({}),
        access: self,
        confirm: () => hash('confirm'),
        prepare: { run: () => hash('prepare') },
        run: () => hash('run'),
        afterCommit: () => hash('after'),
      }).call(as(), {});
    };
    for (const where of ['confirm', 'prepare', 'after'] as const) await hashing(where);
    await expect(hashing('run')).rejects.toThrow('must not run inside a transaction');
  });

  it('skips a preparation that a call does not need', async () => {
    const skipping = operation({
      name: 'skipping',
      kind: 'write',
      input: z.strictObject({ needed: z.boolean() }),
      access: self,
      prepare: { needed: ({ needed }) => needed, run: (): string | undefined => 'prepared' },
      run: async ({ prepared }) => prepared,
    });
    expect(await skipping.call(as(), { needed: true })).toBe('prepared');
    expect(await skipping.call(as(), { needed: false })).toBeUndefined();
  });

  it('that returns a refusal keeps its changes and throws after the commit; one that throws keeps nothing', async () => {
    const refusing = operation({
      name: 'refusing',
      kind: 'write',
      input: z.strictObject({ name: z.string(), how: z.enum(['refuse', 'throw']) }),
      access: self,
      async run({ input, subject, tx, emit, auditDetails, refuse }) {
        await tx
          .updateTable('users')
          .set({ first_name: input.name })
          .where('id', '=', subject.ownerId)
          .execute();
        auditDetails({ step: 1 });
        emit('card.renewed', { user_id: subject.ownerId });
        const error = new AppError('conflict', { details: { version: 2 } });
        if (input.how === 'throw') throw error;
        return refuse(error, { why: 'test' });
      },
      afterCommit: async () => void steps.push('after'),
    });
    const error = { code: 'conflict', details: { version: 2 } };
    await expect(refusing.call(as(), { name: 'Kept', how: 'refuse' })).rejects.toMatchObject(error);
    await expect(refusing.call(as(), { name: 'Lost', how: 'throw' })).rejects.toMatchObject(error);
    expect(await nameNow()).toBe('Kept');
    expect(await trailOf('refusing')).toEqual([
      { subject_id: who.userId, details: { step: 1, refused: 'conflict', why: 'test' } },
    ]);
    const events = await test.services.db
      .selectFrom('outbox')
      .select('type')
      .where('type', '=', 'card.renewed')
      .execute();
    expect(events).toHaveLength(1);
    expect(steps).toEqual([]);
  });

  it('wakes the relay if it left events, and only then', async () => {
    const waking = (leaves: boolean) =>
      operation({
        name: 'waking',
        kind: 'write',
        input: z.strictObject({}),
        access: self,
        run: async ({ emit, subject }) => leaves && emit('card.renewed', { user_id: subject.ownerId }),
      });
    const services = { ...test.services, eventsWaiting: () => void steps.push('woken') };
    await waking(false).call({ ...as(), services }, {});
    expect(steps).toEqual([]);
    await waking(true).call({ ...as(), services }, {});
    expect(steps).toEqual(['woken']);
  });

  it('is recognised by its construction: a copy or a look-alike is not an operation, and every listed one is', () => {
    const input = z.strictObject({});
    const made = operation({ name: 'made', kind: 'read', input, access: self, run: async () => null });
    expect(isOperation(made)).toBe(true);
    expect(isOperation({ ...made })).toBe(false);
    expect(
      isOperation({ name: 'x', kind: 'read', action: 'account.read', input: z.any(), call: made.call }),
    ).toBe(false);
    expect(operations.filter((each) => !isOperation(each))).toEqual([]);
  });
});
