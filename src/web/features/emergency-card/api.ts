export { useHasDirectiveCard } from './card-api.ts';
export { CardInShort, NewCodeAndPin } from './card-in-short.tsx';
export { CardOfPerson } from './card-of-person.tsx';
export { CardOfDirective, CardPanel } from './card-panel.tsx';
