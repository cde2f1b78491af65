/** What other features need of the person's files. */
export { FilesDialog } from './files-dialog.tsx';
