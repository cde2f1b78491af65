/** Exports of care facilities for other features. */
export { AttachFacilityDialog } from './attach-dialog.tsx';
