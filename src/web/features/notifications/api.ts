export { messageText } from './wording/message-text.ts';
