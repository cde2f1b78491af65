import { useLocation } from '@tanstack/react-router';

const paths = {
  admin: {
    customers: '/admin/customers',
    customer: '/admin/customers/$customerId',
    pairs: '/admin/duplicates',
    pair: '/admin/duplicates/$firstId/$secondId',
  },
  provider: {
    customers: '/provider/customers',
    customer: '/provider/customers/$customerId',
    pairs: '/provider/duplicates',
    pair: '/provider/duplicates/$firstId/$secondId',
  },
} as const;

/** Returns the paths of customers and duplicate records in the current part of the site. */
export function usePaths(): (typeof paths)['admin'] | (typeof paths)['provider'] {
  const isAdmin = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/') });
  return isAdmin ? paths.admin : paths.provider;
}
