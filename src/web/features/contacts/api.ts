export { useAddContact } from './add-contact.tsx';
export { useContacts, type Contact } from './contacts-api.ts';
