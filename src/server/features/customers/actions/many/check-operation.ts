import * as z from 'zod/mini';
import { can } from '../../../../../domain/access/access.ts';
import type { Actor } from '../../../../../domain/access/actors.ts';
import { actionProblem } from '../../../../../domain/customers/actions/action-problem.ts';
import {
  checkedActions,
  chosenAtMost,
  type CheckedAction,
} from '../../../../../domain/customers/actions/chosen.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { nothing } from '../../../../pipeline/subjects.ts';
import { editorOf } from '../guard.ts';
import { isHeld, reminderWait, sendableAt } from '../inviting/invitation-operations.ts';
import { factsOf, findActionSubjects, type ActionSubject } from '../subject.ts';
import { refuseTooMany, type NotChanged } from './change-each.ts';

const accessTo = { reminder: 'customer.change', archive: 'customer.archive' } as const satisfies Record<
  CheckedAction,
  string
>;

/** Returns why an action on a customer would be refused now; null if it would be done. */
function problemOf(
  action: CheckedAction,
  customer: ActionSubject | undefined,
  { actor, now }: { actor: Actor; now: Date },
): Omit<NotChanged, 'id'> | null {
  const decision = customer ? can(actor, accessTo[action], customer) : 'not-found';
  if (!customer || decision === 'not-found') return { message: 'error.customer.notFound', params: null };
  const message =
    decision === 'allow'
      ? actionProblem(action, editorOf(actor), factsOf(customer))
      : 'error.customer.notOffered';
  if (message !== null) return { message, params: null };
  if (action === 'reminder' && isHeld(customer, now))
    return { message: 'error.customer.declined', params: null };
  const next = action === 'reminder' ? sendableAt(customer, now) : null;
  return next && reminderWait(next);
}

/** The chosen customers for whom an action would be done now, and the reason for each of the others. */
export type CheckedCustomers = { done: string[]; refused: NotChanged[] };

/**
 * Returns for up to 500 customers whether an action would be done, by the same rules as the action itself. Customers outside the
 * caller's scope have the same reason as unknown ones.
 * @throws AppError `invalid` for more
 */
export const checkChosenCustomers = operation({
  name: 'checkChosenCustomers',
  kind: 'read',
  input: z.strictObject({ ids: z.array(z.string().check(z.uuid())), action: z.enum(checkedActions) }),
  access: { action: 'customers.change', subject: nothing },
  async run({ input, actor, tx, now }): Promise<CheckedCustomers> {
    const ids = [...new Set(input.ids)];
    refuseTooMany(ids, chosenAtMost);
    const found = await findActionSubjects(ids, { tx, lock: false });
    const byId = new Map(found.map((customer) => [customer.ownerId, customer]));
    const checked: CheckedCustomers = { done: [], refused: [] };
    for (const id of ids) {
      const problem = problemOf(input.action, byId.get(id), { actor, now });
      if (problem === null) checked.done.push(id);
      else checked.refused.push({ id, ...problem });
    }
    return checked;
  },
});
