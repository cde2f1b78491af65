import type { ReactNode } from 'react';
import {
  refusedTogether,
  refusedToStaffInside,
  staffLimits,
  type LimitedAction,
} from '../../domain/access/staff-limits.ts';
import { Notice } from '../ui/messages/notice.tsx';
import { useSession } from './session.tsx';
import { useText, useTexts } from './texts.tsx';

/**
 * Whether the current session may perform a customer-only action: a staff member in the account may not (D-42), and the customer
 * with a staff member beside them may perform some (N-08).
 */
export function useMay(action: LimitedAction): boolean {
  const user = useSession();
  if (user?.together) return !refusedTogether.has(action);
  return user?.acting == null || !refusedToStaffInside.has(action);
}

/** Reason why the session may not perform a customer-only action: a staff member is in the account, or beside the customer. */
export function StaffLimit({ action }: { action: LimitedAction }) {
  const t = useText();
  const user = useSession();
  const ready = useTexts(['login-as-customer']);
  if (!ready) return null;
  if (user?.together) return t('lac.together.only', { staff: user.together.staff_name });
  return user?.acting ? t(staffLimits[action], { customer: user.acting.customer_name }) : null;
}

/** Shows its children to users who may perform the action; to others, the reason instead (D-42, N-08). */
export function Allowed({ to, children }: { to: LimitedAction; children: ReactNode }) {
  if (useMay(to)) return children;
  return (
    <Notice icon="lock">
      <StaffLimit action={to} />
    </Notice>
  );
}
