/** What care facilities show other features. */
export { AttachFacilityDialog } from './attach-dialog.tsx';
