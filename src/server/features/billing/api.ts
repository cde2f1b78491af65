/** What billing shows other features and the jobs. */
export { settleCard } from './cards.ts';
export { leavePaymentCompany } from './company/leaving.ts';
export { ensurePaymentPlans } from './plans.ts';
export { settleAttempt } from './settle-attempt.ts';
export { settleInvoice, settleSubscription, type Settled } from './settle.ts';
export { webhookPath } from './webhook.ts';
