export { leavePaymentCompany } from './leaving.ts';
