import * as z from 'zod/mini';
import { togetherOf } from '../../../../domain/access/done-by.ts';
import { AppError } from '../../../../domain/errors.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { enterCustomerRequest } from '../../../../domain/inputs/customers/login-as-customer.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Refused } from '../../../pipeline/refused.ts';
import { account, findCustomer, type Customer } from '../../../pipeline/subjects.ts';
import { findUser, type User } from '../../profile/api.ts';
import type { StartedSession } from '../../sessions/api.ts';
import { confirmEntering, usesRecoveryCode } from '../proof.ts';
import {
  endTogether,
  findCurrentTogether,
  isToBeDeleted,
  startTogether,
  type CurrentTogether,
} from './together-store.ts';

/** Returns the staff member beside the person (N-08); null for a person alone and for staff. For the bar on every page. */
export const together = operation({
  name: 'together',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: { action: 'account.read', subject: ({ id }) => account(id) },
  run: async ({ actor, tx }): Promise<CurrentTogether | null> => {
    const visit = togetherOf(actor);
    return visit ? findCurrentTogether(tx, visit.visitId) : null;
  },
});

/** Returns why a session with this customer cannot begin now; null if it can. */
function stateProblem({ status }: Customer, agreed: boolean): AppError | null {
  if (status === 'suspended')
    return new AppError('requiredAuthorization', {
      fields: [{ field: 'customerId', message: 'error.lac.suspended' }],
    });
  if (status === 'invited') return new AppError('requiredEmailConfirmation');
  if (status !== 'active') return new AppError('requiredAuthorization');
  const fields = [{ field: 'agreed', message: 'lac.together.agreedMissing' }] as const;
  return agreed ? null : new AppError('invalid', { fields });
}

type Begun = { session: StartedSession; user: User };

/**
 * Begins together (N-08): moves the browser of a staff member, who confirmed their password or second step again, into a session of
 * the customer who is beside them and agrees. The staff member's own session ends. An earlier session of this customer with staff
 * ends too.
 * @throws AppError `requiredEmailConfirmation`, `requiredAuthorization`, `invalid` at the fields, `rate-limited`; `not-found` and
 * `forbidden` for a customer whose account the staff member cannot enter; `unauthenticated` if their own session is gone
 */
export const beginTogether = operation({
  name: 'beginTogether',
  kind: 'write',
  input: formInput(enterCustomerRequest),
  access: {
    action: 'account.enterCustomer',
    subject: ({ customerId }, loading) => findCustomer(customerId, loading),
  },
  confirm: (asked) => confirmEntering(asked, stateProblem(asked.subject, asked.input.agreed)),
  async run(work): Promise<Refused | Begun> {
    const { input, subject: customer, actor, confirmed, tx, meta, auditDetails, emit, refuse } = work;
    const problem = stateProblem(customer, input.agreed);
    if (problem) return refuse(problem);
    if (actor.kind !== 'person' || meta.sessionId === null) throw new AppError('unauthenticated');
    // When the call was confirmed the account could not be entered, so no password or code was checked.
    if (!confirmed.proven) return refuse(new AppError('requiredAuthorization'));
    if (await isToBeDeleted(tx, customer.ownerId)) return refuse(new AppError('requiredAuthorization'));
    await endTogether(work, customer.ownerId);
    const own = { sessionId: meta.sessionId, staffId: actor.userId };
    const { ownerId: id, provider_id: placeId } = customer;
    const begun = await startTogether(work, own, { id, placeId, reason: input.reason });
    const user = await findUser(tx, id);
    if (!begun || !user) throw new AppError('unauthenticated');
    auditDetails({ visit: begun.visitId, together: actor.userId, consent_of: id, consent_to: actor.userId });
    emit('customer.entered', {
      ...{ user_id: id, staff_id: actor.userId, visit_id: begun.visitId },
      together: true,
    });
    if (usesRecoveryCode(input.proof)) emit('account.recovery-used', { user_id: actor.userId });
    return { session: begun.session, user };
  },
});
