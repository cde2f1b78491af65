/** Exports of the plan that is shared with contacts, for other features. */
export { findSharer, type Sharer } from './sharer.ts';
export { findContactsToNotify } from './ending.ts';
export { findPlanLink, mailSharer, receiverOf } from './jobs.ts';
