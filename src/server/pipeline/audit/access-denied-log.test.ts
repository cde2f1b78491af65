import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PersonActor } from '../../../domain/access/actors.ts';
import {
  contextFor,
  fullAnswers,
  person,
  signingAnswers,
  type TestPerson,
} from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { loginAsCustomer } from '../../features/impersonation/operations.ts';
import { getUserById } from '../../features/profile/operations.ts';
import { changePassword } from '../../features/sign-in/password/password-operations.ts';
import { newRecoveryCodes } from '../../features/second-step/operations.ts';
import { updateAnswers } from '../../features/acp/operations.ts';
import { staffOverview } from '../../features/overview/operations.ts';
import { requestDataExport } from '../../features/privacy/copy/export-operations.ts';
import { boundedRefusals, type RefusedAccess } from './access-denied-log.ts';
import type { Operation } from '../operation.ts';

describe('an access refusal', () => {
  let test: TestServices;
  let refusals: RefusedAccess[];
  let who: TestPerson;

  beforeAll(async () => {
    test = await startServices();
    test.services.accessRefused = (refused) => void refusals.push(refused);
    who = await person(test.services, { plan: { status: 'draft', answers: fullAnswers() } });
  });
  beforeEach(() => (refusals = []));
  afterAll(() => test.close());

  const from = (actor: PersonActor) => ({ ...contextFor(test.services, actor), actor });
  const visitor = () => ({ ...contextFor(test.services, who.actor), actor: { kind: 'visitor' } as const });
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => 'nothing',
      (error: { code: string }) => error.code,
    );
  const line = (more: Partial<RefusedAccess>): RefusedAccess => ({
    reqId: 'made',
    operation: '',
    decision: 'forbidden',
    due: null,
    actor: 'person',
    user_id: who.userId,
    acting_staff_id: null,
    ...more,
  });

  it('is logged with the operation, the decision and ids, once each [security 1]', async () => {
    const other = await person(test.services);
    expect(await refused(getUserById.call(from(who.actor), { id: other.userId }))).toBe('not-found');
    expect(await refused(staffOverview.call(from(who.actor), {}))).toBe('forbidden');
    expect(await refused(getUserById.call(visitor(), { id: other.userId }))).toBe('unauthenticated');
    expect(refusals).toEqual([
      line({ operation: 'getUserById', decision: 'not-found' }),
      line({ operation: 'staffOverview' }),
      line({ operation: 'getUserById', decision: 'unauthenticated', actor: 'visitor', user_id: null }),
    ]);
  });

  it('names the staff member who is in the account, also where signing is refused within a save [security 8]', async () => {
    const staff = randomUUID();
    const acting = from({ ...who.actor, actingStaffId: staff });
    const { version } = await test.services.db
      .selectFrom('acps')
      .select('version')
      .where('id', '=', who.acpId)
      .executeTakeFirstOrThrow();
    const answers = await signingAnswers('Margaret Doyle', 1);
    const sign = { id: who.acpId, answers, status: 'complete', step: 'step9', version };
    expect(await refused(updateAnswers.call(acting, sign))).toBe('forbidden');
    const asked = { current: who.password, password: 'Ferry-Lantern-7' };
    expect(await refused(changePassword.call(acting, asked))).toBe('forbidden');
    expect(refusals).toEqual([
      line({ operation: 'updateAnswers', acting_staff_id: staff }),
      line({ operation: 'changePassword', acting_staff_id: staff }),
    ]);
  });

  it('is logged when it is refused before the password check, and the log contains no password [security 8]', async () => {
    const acting = from({ ...who.actor, actingStaffId: randomUUID() });
    for (const operation of [newRecoveryCodes, requestDataExport] as Operation<unknown>[])
      expect(await refused(operation.call(acting, { password: who.password }))).toBe('forbidden');
    const entry = { customerId: who.userId, reason: 'Zebra-Marker', password: who.password };
    expect(await refused(loginAsCustomer.call(from(who.actor), entry))).toBe('not-found');
    expect(refusals.map(({ operation, decision }) => [operation, decision])).toEqual([
      ['newRecoveryCodes', 'forbidden'],
      ['requestDataExport', 'forbidden'],
      ['loginAsCustomer', 'not-found'],
    ]);
    for (const secret of [who.password, 'Zebra-Marker', who.email, 'Doyle'])
      expect(JSON.stringify(refusals)).not.toContain(secret);
  });

  it('contains the required first step [D-12] [security 14]', async () => {
    const admin = await person(test.services, { role: 'admin' });
    const call = staffOverview.call(from({ ...admin.actor, secondStepDue: true }), {});
    await expect(call).rejects.toMatchObject({ code: 'forbidden', details: { due: 'second-step' } });
    expect(refusals).toEqual([
      line({ operation: 'staffOverview', due: 'second-step', user_id: admin.userId }),
    ]);
  });

  it('contains no first step if none would help', async () => {
    const error: unknown = await staffOverview.call(from(who.actor), {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'forbidden', details: {} });
    expect((error as { details: object }).details).not.toHaveProperty('due');
  });

  it('is not logged for allowed calls, or for calls refused for another reason', async () => {
    await getUserById.call(from(who.actor), { id: who.userId });
    expect(await refused(getUserById.call(from(who.actor), { id: 'x' }))).toBe('invalid');
    const stale = { id: who.acpId, answers: {}, status: 'draft', version: 99 };
    expect(await refused(updateAnswers.call(from(who.actor), stale))).toBe('conflict');
    expect(refusals).toEqual([]);
  });
});

describe('a flood of refusals', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const of = (userId: string | null, more: Partial<RefusedAccess> = {}): RefusedAccess => ({
    reqId: 'r',
    operation: 'getUserById',
    decision: 'not-found',
    due: null,
    actor: userId === null ? 'visitor' : 'person',
    user_id: userId,
    acting_staff_id: null,
    ...more,
  });

  function log() {
    const lines: object[] = [];
    return { lines, refuse: boundedRefusals((details, message) => void lines.push({ ...details, message })) };
  }

  it('of one person is limited to ten lines a minute, and the number left out is logged [security 1]', () => {
    const { lines, refuse } = log();
    for (let count = 0; count < 500; count += 1) refuse(of('a'));
    refuse(of('b'));
    expect(lines).toHaveLength(11);
    expect(lines[10]).toEqual({ ...of('b'), message: 'access refused' });
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(11)).toEqual([{ left_out: 490, message: 'more access refused' }]);
    refuse(of('a'));
    expect(lines).toHaveLength(13);
  });

  it('within the limits is logged line by line, with no further line when the minute is over', () => {
    const { lines, refuse } = log();
    refuse(of('a'));
    vi.advanceTimersByTime(120_000);
    expect(lines).toEqual([{ ...of('a'), message: 'access refused' }]);
  });

  it('of visitors counts as one, so that they do not hide signed-in users', () => {
    const { lines, refuse } = log();
    for (let count = 0; count < 100; count += 1) refuse(of(null));
    refuse(of('a'));
    expect(lines).toHaveLength(11);
  });

  it('counts each member of staff separately, whichever account they are in', () => {
    const { lines, refuse } = log();
    for (let count = 0; count < 30; count += 1) refuse(of(`customer-${count}`, { acting_staff_id: 's' }));
    expect(lines).toHaveLength(10);
  });

  it('of many callers is limited to sixty lines a minute', () => {
    const { lines, refuse } = log();
    for (let count = 0; count < 1_000; count += 1) refuse(of(`person-${count}`));
    expect(lines).toHaveLength(60);
    vi.advanceTimersByTime(60_000);
    expect(lines.at(-1)).toEqual({ left_out: 940, message: 'more access refused' });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(61);
  });
});
