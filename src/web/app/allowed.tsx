import type { ReactNode } from 'react';
import { refusedToStaffInside, staffLimits, type LimitedAction } from '../../domain/access/staff-limits.ts';
import { Notice } from '../ui/messages/notice.tsx';
import { useSession } from './session.tsx';
import { useText, useTexts } from './texts.tsx';

/** Whether the current session may perform a customer-only action: a staff member in the account may not (D-42). */
export function useMay(action: LimitedAction): boolean {
  const acting = useSession()?.acting != null;
  return !acting || !refusedToStaffInside.has(action);
}

/** Reason why a staff member in the account may not do something, with the customer's name. */
export function StaffLimit({ action }: { action: LimitedAction }) {
  const t = useText();
  const acting = useSession()?.acting;
  const ready = useTexts(['login-as-customer']);
  return acting && ready ? t(staffLimits[action], { customer: acting.customer_name }) : null;
}

/** Shows its children to users who may perform the action; to a staff member in the account, the reason instead (D-42). */
export function Allowed({ to, children }: { to: LimitedAction; children: ReactNode }) {
  if (useMay(to)) return children;
  return (
    <Notice icon="lock">
      <StaffLimit action={to} />
    </Notice>
  );
}
