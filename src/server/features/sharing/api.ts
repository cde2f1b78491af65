/** What sharing shows other features. */
export {
  findAccepted,
  findContacts,
  findContactsForEmergency,
  type TrustedContact,
} from './store.ts';
