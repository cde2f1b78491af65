import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Actor } from '../../../domain/access/actors.ts';
import { AppError } from '../../../domain/errors.ts';
import { contextFor, person, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { Context } from '../context.ts';
import { idempotencyKey } from './idempotency.ts';
import { operation } from '../operation.ts';
import { ownAccount } from '../subjects.ts';

const self = { action: 'account.update', subject: ownAccount } as const;
const staff = { actingStaffId: '00000000-0000-4000-8000-000000000001' };

describe('an operation that is repeated with its key', () => {
  let test: TestServices;
  let who: TestPerson;

  beforeAll(async () => {
    test = await startServices();
    who = await person(test.services);
  });
  afterAll(() => test.close());

  const as = (actor: Actor = who.actor): Context => ({ ...contextFor(test.services, who.actor), actor });
  const timesDone = async (name: string) =>
    (await test.services.db.selectFrom('audit_log').select('seq').where('action', '=', name).execute())
      .length;
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'no error',
      (error: { code: string }) => error.code,
    );

  let made = 0;
  const access = { action: 'account.delete', subject: ownAccount } as const;
  const remembering = operation({
    name: 'remembering',
    kind: 'write',
    input: z.strictObject({ idempotency_key: idempotencyKey }),
    access,
    run: async () => ({ made: (made += 1) }),
  });
  /** The same with work before the transaction, which looks up the answer earlier. */
  const prepared = operation({
    name: 'rememberingPrepared',
    kind: 'write',
    input: z.strictObject({ idempotency_key: idempotencyKey }),
    access,
    prepare: { run: () => 'prepared' },
    run: async () => ({ made: (made += 1) }),
  });

  it.each([
    ['remembering', remembering],
    ['rememberingPrepared', prepared],
  ])('returns the earlier answer only to callers who still have access: %s [R-07]', async (_, repeated) => {
    const sent = { idempotency_key: `${repeated.name}-key` };
    const first = await repeated.call(as(), sent);
    expect(await repeated.call(as(), sent)).toEqual(first);
    // A staff member in the account has the key, but no permission for this operation.
    expect(await codeOf(repeated.call(as({ ...who.actor, ...staff }), sent))).toBe('forbidden');
    expect(
      await codeOf(repeated.call(as({ ...who.actor, consentDue: true, secondStepDue: true }), sent)),
    ).toBe('forbidden');
    expect(await codeOf(repeated.call(as({ kind: 'visitor' }), sent))).toBe('unauthenticated');
    expect(await timesDone(repeated.name)).toBe(1);
  });

  it('is not prepared and counted a second time: its answer is found before [R-07]', async () => {
    const steps: string[] = [];
    const costly = operation({
      name: 'costlyOnce',
      kind: 'write',
      input: z.strictObject({ idempotency_key: idempotencyKey }),
      access: self,
      limit: () => (steps.push('limit'), []),
      prepare: { run: () => void steps.push('prepare') },
      run: async () => steps.push('run'),
    });
    const sent = { idempotency_key: 'costly-key' };
    expect(await costly.call(as(), sent)).toBe(3);
    expect(await costly.call(as(), sent)).toBe(3);
    expect(steps).toEqual(['limit', 'prepare', 'run']);
  });

  it('is remembered for about the last hundred calls of a person, and the newest are kept [R-02, D-18]', async () => {
    const busy = await person(test.services);
    for (let call = 0; call < 260; call += 1)
      await remembering.call(as(busy.actor), { idempotency_key: `many-calls-${call}` });
    const left = await test.services.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('actor_id', 'like', `person:${busy.userId}%`)
      .execute();
    expect(left.length).toBeLessThanOrEqual(150);
    const keys = new Set(left.map(({ key }) => key));
    for (let call = 160; call < 260; call += 1) expect(keys.has(`many-calls-${call}`)).toBe(true);
    const before = await timesDone('remembering');
    await remembering.call(as(busy.actor), { idempotency_key: 'many-calls-259' });
    expect(await timesDone('remembering')).toBe(before);
  });

  it('is a different call for a staff member in the account, and for another person [R-07]', async () => {
    const shared = operation({
      name: 'shared',
      kind: 'write',
      input: z.strictObject({ idempotency_key: idempotencyKey }),
      access: self,
      run: async ({ actor }) => ({
        made: (made += 1),
        by: actor.kind === 'person' ? actor.actingStaffId : null,
      }),
    });
    const sent = { idempotency_key: 'shared-key' };
    const actors = [who.actor, { ...who.actor, ...staff }, (await person(test.services)).actor];
    const first = [];
    for (const actor of actors) first.push(await shared.call(as(actor), sent));
    expect(new Set(first.map(({ made: number }) => number)).size).toBe(3);
    for (const [at, actor] of actors.entries()) expect(await shared.call(as(actor), sent)).toEqual(first[at]);
  });

  it('returns dates as dates, and strings in the form of dates as strings [R-21]', async () => {
    const at = new Date('2026-05-04T01:02:03.004Z');
    const answer = {
      at,
      list: [{ at }, { at: null }],
      words: at.toISOString(),
      day: '2026-05-04',
      none: null,
    };
    const dated = operation({
      name: 'dated',
      kind: 'write',
      input: z.strictObject({ idempotency_key: idempotencyKey }),
      access: self,
      run: async () => answer,
    });
    const sent = { idempotency_key: 'dated-key' };
    await dated.call(as(), sent);
    const again = await dated.call(as(), sent);
    expect(again).toEqual(answer);
    expect(again.at).toBeInstanceOf(Date);
    expect(again.list[0]!.at).toBeInstanceOf(Date);
    expect(again.words).toBe(at.toISOString());
    expect(await timesDone('dated')).toBe(1);
  });

  it('does not remember a refusal: the next call with the key runs again', async () => {
    let refusals = 1;
    const refusing = operation({
      name: 'refusingOnce',
      kind: 'write',
      input: z.strictObject({ idempotency_key: idempotencyKey }),
      access: self,
      async run({ refuse }) {
        if ((refusals -= 1) >= 0) return refuse(new AppError('conflict'));
        return 'done';
      },
    });
    const sent = { idempotency_key: 'refusing-key' };
    expect(await codeOf(refusing.call(as(), sent))).toBe('conflict');
    expect(await refusing.call(as(), sent)).toBe('done');
  });
});
