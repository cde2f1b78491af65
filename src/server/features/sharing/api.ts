/** What sharing shows other features. */
export { findContacts, findContactsForEmergency, type TrustedContact } from './store.ts';
