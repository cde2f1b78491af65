/** Exports of the plan that is shared with contacts, for other features. */
export { findSharer, sharerNames, type Sharer } from './sharer.ts';
export { findContactsToNotify } from './ending.ts';
