/** What help shows other features. */
export { insertHelpMessage } from './store.ts';
