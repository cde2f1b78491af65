export { CardInShort, NewCodeAndPin } from './card-in-short.tsx';
export { CardOfPerson } from './card-of-person.tsx';
export { CardPanel } from './card-panel.tsx';
