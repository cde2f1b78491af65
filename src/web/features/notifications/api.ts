export { wordsFor } from './wording/message-text.ts';
