import { useLocation } from '@tanstack/react-router';

/** Whether the page is in the part of the site that is for the platform's staff, or in that for a provider's (CDET-01). */
export function useIsAdminSide(): boolean {
  return useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/') });
}

/** The path of the page with the whole plan, on the side of the site where one is. */
export function usePlanPath() {
  return useIsAdminSide()
    ? ('/admin/customers/$customerId/plan' as const)
    : ('/provider/customers/$customerId/plan' as const);
}

/** The path of the customer's page, on the side of the site where one is. */
export function useCustomerPath() {
  return useIsAdminSide()
    ? ('/admin/customers/$customerId' as const)
    : ('/provider/customers/$customerId' as const);
}

/** The path of the list of customers, on the side of the site where one is. */
export function useListPath() {
  return useIsAdminSide() ? ('/admin/customers' as const) : ('/provider/customers' as const);
}
