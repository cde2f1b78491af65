/** The exports for other features. */
export { insertHelpMessage } from './store.ts';
