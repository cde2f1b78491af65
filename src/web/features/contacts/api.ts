export { AddContact, type AddKind } from './add-contact.tsx';
export { useContacts, type Contact } from './contacts-api.ts';
