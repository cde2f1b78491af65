/** Exports of sharing for other features. */
export {
  findByLink,
  findContactNow,
  findKnownContact,
  findPlanOfContact,
  type ContactSubjectNow,
  type KnownContact,
} from './contact-state.ts';
export { contactAddress, contactPath, contactToken, readContactToken, type LinkIds } from './links.ts';
export { findReadableFiles, type ReadableByContact } from './shared-files/readable-files.ts';
export { openReceiver, sealReceiver } from './receiver.ts';
export { findSuggestion, type ContactSuggestion } from './suggestions/suggestion-store.ts';
export {
  acceptContact,
  deleteContact,
  findAccepted,
  findContacts,
  findContactsForEmergency,
  findDecisionMakers,
  findDecisionMakersOf,
  findNewsReceivers,
  noteOpening,
  renewLink,
  setHospitalNews,
  type TrustedContact,
} from './store.ts';
