export { useAddContact } from './add-contact.tsx';
export { useContacts, type Contact } from './contacts-api.ts';
export { SharedWithMe } from './shared-with-me.tsx';
