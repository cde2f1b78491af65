/** Exports for other features that need the person's files. */
export { FilesDialog } from './files-dialog.tsx';
