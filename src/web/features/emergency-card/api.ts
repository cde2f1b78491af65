export { CardInShort, NewCodeAndPin } from './card-in-short.tsx';
export { CardPanel } from './card-panel.tsx';
