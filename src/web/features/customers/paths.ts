import type { CustomerStaff } from '../../../domain/customers/actions/customer-actions.ts';

/**
 * Returns the path of customer pages for these staff. Staff without write access always use that of a provider (CTABLE-02 to
 * CTABLE-04, CON-09).
 */
export const customerPath = ({ side, isEditor }: CustomerStaff) =>
  side === 'platform' && isEditor ? '/admin/customers/$customerId' : '/provider/customers/$customerId';
