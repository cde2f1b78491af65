import type { CustomerRow } from '../../../../domain/lists/definitions/customers/customer-columns.ts';
import { isPlatformRole, type Actor } from '../../../../domain/access/actors.ts';
import { actionProblem } from '../../../../domain/customers/actions/action-problem.ts';
import type { CustomerAction, CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import type { Work } from '../../../pipeline/work.ts';
import { findCustomerRow } from '../customer-row.ts';
import { factsOf, type ActionSubject } from './subject.ts';

type Acting = Pick<
  Work<{ seen?: string | null | undefined }, ActionSubject>,
  'input' | 'subject' | 'actor' | 'tx'
>;

/** Returns the side on which an editor works. The access rules have already accepted the caller as an editor. */
export const editorOf = (actor: Actor): CustomerStaff => ({
  side: actor.kind === 'person' && isPlatformRole(actor.role) ? 'platform' : 'provider',
  isEditor: true,
});

/** Messages about the customer's current status, for callers that expected another status. */
const nowWords: Readonly<Record<AccountStatus, TextKey>> = {
  invited: 'error.customer.nowInvited',
  active: 'error.customer.nowActive',
  suspended: 'error.customer.nowSuspended',
  archived: 'error.customer.nowArchived',
};

/** Returns the refusal of an action, with the customer's current row. */
export const refusal = (message: TextKey, row: CustomerRow | null) =>
  new AppError('conflict', { fields: [{ field: 'form', message }], details: { customer: row } });

/**
 * Refuses a change that was based on a status that has changed since, with the current row.
 * @throws AppError `conflict`
 */
async function refuseStale({ input, subject, tx }: Omit<Acting, 'actor'>): Promise<void> {
  if (typeof input.seen !== 'string' || input.seen === subject.status) return;
  throw refusal(nowWords[subject.status], await findCustomerRow(tx, subject.ownerId));
}

/**
 * Refuses actions that the caller is not allowed to do in the customer's current state, whatever an older page still shows
 * (CACT-03 to CACT-13).
 * @throws AppError `conflict` with the current row
 */
export async function refuseUnoffered(work: Acting, ...actions: CustomerAction[]): Promise<void> {
  await refuseStale(work);
  const { subject, actor, tx } = work;
  const [staff, facts] = [editorOf(actor), factsOf(subject)];
  const problems = actions.map((action) => actionProblem(action, staff, facts));
  const [first] = problems;
  if (!first || problems.includes(null)) return;
  throw refusal(first, await findCustomerRow(tx, subject.ownerId));
}

/** Loads the row after a change. @throws AppError `not-found` */
export async function rowAfter({ tx, subject }: Pick<Acting, 'tx' | 'subject'>): Promise<CustomerRow> {
  const row = await findCustomerRow(tx, subject.ownerId);
  if (!row) throw new AppError('not-found');
  return row;
}
