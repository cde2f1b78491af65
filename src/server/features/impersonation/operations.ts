import * as z from 'zod/mini';
import { isPlaceholderEmail } from '../../../domain/customers/placeholder-email.ts';
import { AppError } from '../../../domain/errors.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { enterCustomerRequest } from '../../../domain/inputs/customers/login-as-customer.ts';
import { operation } from '../../pipeline/operation.ts';
import type { Refused } from '../../pipeline/refused.ts';
import { account, findCustomer, ownAccount, type Customer } from '../../pipeline/subjects.ts';
import { findUser, type User } from '../profile/api.ts';
import { findStaffActor, type StartedSession } from '../sessions/api.ts';
import { confirmEntering, usesRecoveryCode } from './proof.ts';
import {
  endImpersonation,
  endImpersonationSession,
  findCurrentImpersonation,
  findImpersonationForChange,
  resumeOwnSession,
  startImpersonation,
  type CurrentImpersonation,
} from './store.ts';

/** Returns the staff member who is in the person's account; null for the person. For the banner on every page. */
export const acting = operation({
  name: 'acting',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'account.read', subject: ({ id }) => account(id) },
  run: async ({ actor, tx, meta }): Promise<CurrentImpersonation | null> =>
    actor.kind === 'person' && actor.actingStaffId !== null && meta.sessionId !== null
      ? findCurrentImpersonation(tx, meta.sessionId)
      : null,
});

/**
 * Returns why this customer's account cannot be entered now; null if it can (GAP-17, LAC-01). An account without an address can
 * be entered only with the consent of the customer, who is present (D-56).
 */
function stateProblem({ status, email, email_verified_at }: Customer, agreed: boolean): AppError | null {
  if (status === 'suspended')
    return new AppError('requiredAuthorization', {
      fields: [{ field: 'customerId', message: 'error.lac.suspended' }],
    });
  if (status === 'archived') return new AppError('requiredAuthorization');
  if (status === 'active' && isPlaceholderEmail(email))
    return agreed ? null : new AppError('requiredEmailConfirmation');
  if (status === 'invited' || email_verified_at === null) return new AppError('requiredEmailConfirmation');
  return null;
}

/** A staff member who has entered a customer's account, or returned to their own. `session` is null if nothing changed. */
export type Moved = { session: StartedSession | null; user: User; acting: CurrentImpersonation | null };

/**
 * Moves a staff member into a customer's account, after they confirmed their password or their second step again (D-14).
 * @throws AppError `requiredEmailConfirmation`, `requiredAuthorization`, `invalid` at the fields, `rate-limited`; `not-found` and
 * `forbidden` for a customer whose account the staff member cannot enter
 */
export const loginAsCustomer = operation({
  name: 'loginAsCustomer',
  kind: 'write',
  input: formInput(enterCustomerRequest),
  access: {
    action: 'account.enterCustomer',
    subject: ({ customerId }, loading) => findCustomer(customerId, loading),
  },
  confirm: (asked) => confirmEntering(asked, stateProblem(asked.subject, asked.input.agreed)),
  async run(work): Promise<Refused | Moved> {
    const { input, subject: customer, actor, confirmed, tx, meta, auditDetails, emit, refuse } = work;
    const problem = stateProblem(customer, input.agreed);
    if (problem) return refuse(problem);
    if (actor.kind !== 'person' || meta.sessionId === null) throw new AppError('unauthenticated');
    // When the call was confirmed the account could not be entered, so no password or code was checked.
    if (!confirmed.proven) return refuse(new AppError('requiredAuthorization'));
    const own = { sessionId: meta.sessionId, staffId: actor.userId };
    const started = await startImpersonation(work, own, { id: customer.ownerId, reason: input.reason });
    const user = await findUser(tx, customer.ownerId);
    const current = started && (await findCurrentImpersonation(tx, started.sessionId));
    if (!started || !user || !current) throw new AppError('unauthenticated');
    const together = isPlaceholderEmail(customer.email);
    auditDetails({
      visit: started.id,
      ...(together && { consent_of: customer.ownerId, consent_to: actor.userId }),
    });
    emit('customer.entered', { user_id: user.id, staff_id: actor.userId, visit_id: started.id });
    if (usesRecoveryCode(input.proof)) emit('account.recovery-used', { user_id: actor.userId });
    return { session: started.session, user, acting: current };
  },
});

/**
 * Returns a staff member from a customer's account to their own session, which gets a new token. With `contextToReturn` this
 * works also when the hour is over or the customer was suspended.
 * @throws AppError `unauthenticated` if their own session cannot continue
 */
export const returnToOwn = operation({
  name: 'returnToOwn',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'account.leave', subject: ownAccount },
  async run(work): Promise<Refused | Moved> {
    const { actor, tx, now, services, meta, auditDetails, emit, refuse } = work;
    if (actor.kind !== 'person') throw new AppError('unauthenticated');
    const staffId = actor.actingStaffId;
    const impersonation =
      staffId !== null && meta.sessionId !== null
        ? await findImpersonationForChange(tx, meta.sessionId)
        : null;
    const ownId = staffId ?? actor.userId;
    let session: StartedSession | null = null;
    if (impersonation) {
      const visit = await endImpersonation(tx, now, impersonation.id);
      auditDetails({ visit });
      if (visit) emit('customer.left', { user_id: impersonation.customerId, visit_id: visit });
      if (await findStaffActor(tx, services.config, ownId))
        session = await resumeOwnSession(tx, now, impersonation);
      else await endImpersonationSession(tx, impersonation, true);
    }
    const user = await findUser(tx, ownId);
    // A person in no other account stays signed in; a person who was in one and cannot return is signed out.
    if (!user || (staffId !== null && !session)) return refuse(new AppError('unauthenticated'));
    return { session, user, acting: null };
  },
});
