/** Exports of logging in as a customer for other features. */
export { StartDialog } from './start-dialog.tsx';
