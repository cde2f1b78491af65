import * as z from 'zod/mini';
import { can } from '../../../domain/access/access.ts';
import { AppError, type FieldError } from '../../../domain/errors.ts';
import { enterCustomerRequest, type Proof } from '../../../domain/inputs/login-as-customer.ts';
import type { Context } from '../../pipeline/context.ts';
import { operation, type Operation } from '../../pipeline/operation.ts';
import { refusedAccess } from '../../pipeline/access-denied-log.ts';
import {
  findActing,
  findCustomer,
  findCustomerForChange,
  mayReturn,
  nameOf,
  type Acting,
  type Customer,
} from './impersonation.ts';
import { prepared, readSent, sentText } from '../../pipeline/prepared.ts';
import { reauthenticate } from '../../pipeline/reauthenticate.ts';
import { admitCode, checkCode } from '../second-step/check-code.ts';
import type { StartedSession } from '../sessions/sessions.ts';
import { findUser, type User } from '../sign-in/credentials.ts';
import {
  beginVisit,
  endActing,
  endVisit,
  findActingByToken,
  findActingForChange,
  takeUpOwnSession,
} from './visits.ts';

/** What the customer's own page says of them. Nothing of what they wrote. */
export type CustomerSummary = {
  id: string;
  name: string;
  email: string;
  status: Customer['status'];
  provider: string | null;
  plan_status: string;
  completed_at: Date | null;
};

/** Who a customer is, for the staff who may enter the account. */
export const getCustomer = operation({
  name: 'getCustomer',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'account.enterCustomer', subject: (input, { tx }) => findCustomer(tx, input.id) },
  async run({ subject, tx }): Promise<CustomerSummary> {
    if (!subject) throw new AppError('not-found');
    const { ownerId: id, email, status, provider_name: provider } = subject;
    const plan = await tx
      .selectFrom('acps')
      .select(['status', 'completed_at'])
      .where('user_id', '=', id)
      .where('type', '=', 'active')
      .executeTakeFirst();
    const plan_status = plan?.status ?? 'draft';
    const completed_at = plan_status === 'complete' ? (plan?.completed_at ?? null) : null;
    return { id, name: nameOf(subject), email, status, provider, plan_status, completed_at };
  },
});

/** Why nobody may enter this customer's account now; null when they may (GAP-17, LAC-01). */
function stateProblem({ status, email_verified_at }: Customer): AppError | null {
  if (status === 'suspended')
    return new AppError('requiredAuthorization', {
      fields: [{ field: 'customerId', message: 'error.lac.suspended' }],
    });
  if (status === 'archived') return new AppError('requiredAuthorization');
  if (status === 'invited' || email_verified_at === null) return new AppError('requiredEmailConfirmation');
  return null;
}

type Entering = { customerId: string; reason: string; problem: FieldError | null; byRecovery: boolean };

/** Somebody who is in a customer's account now, or is back in their own. `session` is null where nothing changed. */
export type Moved = { session: StartedSession | null; user: User; acting: Acting | null };

/** A checked entry. Refusals are answers here, so that the trail keeps them; who calls throws them. */
const enterAccount = operation({
  name: 'loginAsCustomer',
  kind: 'write',
  input: z.custom<Entering>(),
  access: {
    action: 'account.enterCustomer',
    subject: (input, { tx }) => findCustomerForChange(tx, input.customerId),
  },
  async run(work): Promise<Moved | { refused: AppError }> {
    const { input, subject: customer, actor, tx, meta, note, emit } = work;
    if (!customer || actor.kind !== 'person') throw new AppError('not-found');
    const problem = input.problem && new AppError('invalid', { fields: [input.problem] });
    const refused = stateProblem(customer) ?? problem;
    if (refused) {
      note({ refused: refused.code });
      return { refused };
    }
    const own = { sessionId: meta.sessionId ?? '', staffId: actor.userId };
    const visit = meta.sessionId
      ? await beginVisit(work, own, { id: customer.ownerId, reason: input.reason })
      : null;
    const [user, acting] = [
      await findUser(tx, customer.ownerId),
      visit && (await findActing(tx, visit.sessionId)),
    ];
    if (!visit || !user || !acting) throw new AppError('unauthenticated');
    note({ visit: visit.id });
    emit('customer.entered', { user_id: user.id, staff_id: actor.userId, visit_id: visit.id });
    if (input.byRecovery) emit('account.recovery-used', { user_id: actor.userId });
    return { session: visit.session, user, acting };
  },
});

/** What is wrong with what a staff member showed of themselves; null when it is right. */
async function proofProblem(
  { services, meta }: Context,
  userId: string,
  proof: Proof,
): Promise<FieldError | null> {
  if (proof.by === 'password') {
    const right = await reauthenticate(services, userId, proof.password);
    return right ? null : { field: 'password', message: 'error.lac.password' };
  }
  const tries = await admitCode(services, { userId, address: meta.address });
  const { code, method, session } = proof;
  const given = { userId, purpose: 'login-as-customer', session, code, method } as const;
  // By itself: a wrong code counts, and a right one is used up, whatever comes of the entry.
  const check = await services.db
    .transaction()
    .execute((tx) => checkCode(tx, services, services.clock(), given));
  if (!check.ok) return check.problem;
  await tries.withdraw('second-step:address');
  return null;
}

/**
 * Lets a staff member into a customer's account, after they showed their password or their second step again (D-14).
 * @throws AppError `requiredEmailConfirmation`, `requiredAuthorization`, `invalid` at the fields, `rate-limited`; `not-found` and
 * `forbidden` for a customer whom the staff member may not enter
 */
export const loginAsCustomer = prepared(enterAccount, async (context, raw, perform): Promise<Moved> => {
  const { actor, services } = context;
  const read = ['customerId', 'reason', 'password', 'code', 'method', 'session'];
  const { customerId, reason, proof } = readSent(enterCustomerRequest, raw, read);
  // Who may not enter at all is told before a password is asked for; the transaction asks again.
  const customer = await findCustomer(services.db, customerId);
  const decision = can(actor, enterAccount.action, customer);
  if (decision !== 'allow') throw refusedAccess(context, enterAccount, decision);
  const staffId = actor.kind === 'person' ? actor.userId : '';
  const closed = customer !== null && stateProblem(customer) !== null;
  const problem = closed ? null : await proofProblem(context, staffId, proof);
  const byRecovery = proof.by === 'code' && proof.method === 'recovery';
  const answer = await perform({ customerId, reason, problem, byRecovery });
  if ('refused' in answer) throw answer.refused;
  return answer;
});

const leaveAccount = operation({
  name: 'returnToOwn',
  kind: 'write',
  input: z.strictObject({}),
  access: {
    action: 'account.leave',
    subject: (_, { actor }) => (actor.kind === 'person' ? { ownerId: actor.userId } : null),
  },
  async run({ subject, actor, tx, now, services, meta, note, emit }): Promise<Moved | { refused: AppError }> {
    if (!subject || actor.kind !== 'person') throw new AppError('unauthenticated');
    const acting =
      actor.actingStaffId !== null && meta.sessionId !== null
        ? await findActingForChange(tx, meta.sessionId)
        : null;
    const ownId = actor.actingStaffId ?? actor.userId;
    let session: StartedSession | null = null;
    if (acting) {
      const visit = await endVisit(tx, now, acting.id);
      note({ visit });
      if (visit) emit('customer.left', { user_id: acting.customerId, visit_id: visit });
      if (await mayReturn(tx, services.config, ownId)) session = await takeUpOwnSession(tx, now, acting);
      else await endActing(tx, acting, true);
    }
    const user = await findUser(tx, ownId);
    // Whoever is not in anybody's account stays as they are; whoever was and cannot go back is signed out.
    if (!user || (actor.actingStaffId !== null && !session))
      return { refused: new AppError('unauthenticated') };
    return { session, user, acting: null };
  },
});

/**
 * Leads a staff member from a customer's account back to their own session, which gets a new token. Also when the hour is over or
 * the customer was suspended: then the cookie's token (`token`) is all that there is, and it opens nothing but this way.
 * @throws AppError `unauthenticated` when their own session may not go on
 */
export const returnToOwn: Operation<Moved> = {
  ...leaveAccount,
  async call(context, raw) {
    const answer = await leaveAccount.call(await asWhoeverActed(context, sentText(raw, 'token')), {});
    if ('refused' in answer) throw answer.refused;
    return answer;
  },
};

/** The context of a call with a token whose time is over, as if it were not: for going back, and for nothing else. */
async function asWhoeverActed(context: Context, token: string): Promise<Context> {
  if (context.actor.kind !== 'visitor') return context;
  const acting = await findActingByToken(context.services.db, token);
  if (!acting) return context;
  const flags = { can_manage_acp: false, can_manage_all: false, can_manage_user: false };
  return {
    ...context,
    actor: {
      kind: 'person',
      userId: acting.customerId,
      role: 'user',
      providerId: null,
      flags,
      actingStaffId: acting.staffId,
      secondStepDue: false,
      consentDue: false,
    },
    meta: { ...context.meta, sessionId: acting.id },
  };
}
