import { useLocation } from '@tanstack/react-router';

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
