import { useLocation } from '@tanstack/react-router';
import type { CustomerStaff } from '../../../domain/customers/actions/customer-actions.ts';

/**
 * Returns the path of customer pages for these staff. Staff without write access always use that of a provider (CTABLE-02 to
 * CTABLE-04, CON-09).
 */
export const customerPath = ({ side, isEditor }: CustomerStaff) =>
  side === 'platform' && isEditor ? '/admin/customers/$customerId' : '/provider/customers/$customerId';

export type CustomerPath = ReturnType<typeof customerPath>;

/** Whether the page is in the part of the site for the platform's staff, or in the part for a provider's staff (CDET-01). */
export function useIsAdminSide(): boolean {
  return useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/') });
}

/** Returns the path of the page with the whole plan, in the current part of the site. */
export function usePlanPath() {
  return useIsAdminSide()
    ? ('/admin/customers/$customerId/plan' as const)
    : ('/provider/customers/$customerId/plan' as const);
}

/** Returns the path of the customer's page, in the current part of the site. */
export function useCustomerPath() {
  return useIsAdminSide()
    ? ('/admin/customers/$customerId' as const)
    : ('/provider/customers/$customerId' as const);
}

/** Returns the path of the list of customers, in the current part of the site. */
export function useListPath() {
  return useIsAdminSide() ? ('/admin/customers' as const) : ('/provider/customers' as const);
}
