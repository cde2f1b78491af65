/** The exports for other features. */
export { clinicalSystemOf } from './bearer.ts';
export { addNotices } from './notices/notice-store.ts';
export { findWebhook } from './webhooks/webhook-store.ts';
