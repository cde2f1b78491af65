/** What billing shows other features and the jobs. */
export { settleCard } from './cards.ts';
export { leavePaymentCompany } from './leaving.ts';
export { ensurePaymentPlans } from './plans.ts';
export { settleAttempt } from './settle-attempt.ts';
export { webhookPath } from './webhook.ts';
export { settleInvoice, settleSubscription, type Settled } from './settle.ts';
