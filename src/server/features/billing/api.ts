/** What billing shows other features and the jobs. */
export { settleAttempt } from './settle-attempt.ts';
export { settleCard } from './cards.ts';
export { settleInvoice, settleSubscription, type Settled } from './settle.ts';
export { ensurePaymentPlans } from './plans.ts';
export { leavePaymentCompany } from './company/leaving.ts';
