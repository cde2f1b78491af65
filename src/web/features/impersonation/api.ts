/** What logging in as a customer shows other features. */
export { StartDialog } from './start-dialog.tsx';
