export { useAddContact } from './add-contact.tsx';
export { SuggestContact } from './suggest-contact.tsx';
export { Suggestions } from './suggestions.tsx';
export { useContacts, type Contact } from './contacts-api.ts';
export { SharedWithMe } from './shared-with-me.tsx';
