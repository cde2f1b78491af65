import type { PlainTextKey } from '../../i18n/texts.ts';
import {
  isAllowedAction,
  type ActionFacts,
  type CustomerAction,
  type CustomerStaff,
} from './customer-actions.ts';

/** Actions that need an invitation which is not accepted. */
const forInvited: readonly CustomerAction[] = ['reminder', 'cancelInvitation', 'reset', 'editEmail'];

/** Returns the text for the reason why an action is not available for a customer now; null if it is available. */
export function actionProblem(
  action: CustomerAction,
  staff: CustomerStaff,
  facts: ActionFacts,
): PlainTextKey | null {
  if (isAllowedAction(action, staff, facts)) return null;
  const { status, toBeRemoved = false, isDuplicate = false, placeholderEmail, designatedEmail } = facts;
  if (toBeRemoved) return 'error.customer.toBeRemoved';
  if (isDuplicate) return 'error.customer.duplicate';
  if (status === 'suspended' && action !== 'cancelInvitation') return 'error.customer.suspended';
  if (status === 'archived') return 'error.customer.archived';
  if (action === 'reminder' && placeholderEmail) return 'error.customer.noAddress';
  if (status === 'active' && forInvited.includes(action)) return 'error.customer.notInvited';
  if (action === 'reminder' && designatedEmail) return 'error.customer.addressOfStaff';
  return 'error.customer.notOffered';
}
