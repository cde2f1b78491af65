import type { CustomerStaff } from '../../../domain/customers/customer-actions.ts';

/** The customer's page of these staff. Those who change nothing always have that of a provider (CTABLE-02 to CTABLE-04, CON-09). */
export const customerPath = ({ side, isEditor }: CustomerStaff) =>
  side === 'platform' && isEditor ? '/admin/customers/$customerId' : '/provider/customers/$customerId';
