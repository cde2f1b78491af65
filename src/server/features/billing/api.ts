/** Exports of billing for other features and the jobs. */
export { leavePaymentCompany } from './company/leaving.ts';
export { ensurePaymentPlans } from './plans.ts';
export { webhookPath } from './webhook/webhook.ts';
