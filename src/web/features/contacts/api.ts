export { useAddContact } from './adding/add-contact.tsx';
export { SuggestContact } from './adding/suggest-contact.tsx';
export { Suggestions } from './adding/suggestions.tsx';
export { WhomToCall } from './whom-to-call.tsx';
export { useContacts, type Contact } from './contacts-api.ts';
export { SharedWithMe } from './shared-with-me/shared-with-me.tsx';
