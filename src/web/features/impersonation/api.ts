/** What logging in as a customer shows other features. */
export { useCustomer, type Customer } from './impersonation-api.ts';
export { StartDialog } from './start-dialog.tsx';
