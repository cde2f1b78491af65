/** Exports of the files feature for other features. */
export { finishUpload } from './uploads/activate-operation.ts';
export { checkUpload } from './checks/check-upload.ts';
export { beginDocument } from './uploads/document-upload.ts';
export { receivePart } from './uploads/receive-part.ts';
export { replaceFile } from './uploads/activation-store.ts';
export { openUploadOf } from './uploads/upload-operations.ts';
export { FileProblem } from './problem-enum.ts';
export { openFileKey, readContent, readWhole, sealFileKey, type Content } from './bytes/content.ts';
export {
  activateGuestFile,
  checkGuestFile,
  guestFileShape,
  hasGuestFile,
  keepGuestFile,
  receiveGuestBytes,
  type GuestFile,
} from './uploads/guest-file.ts';
export {
  LengthError,
  newFileKey,
  openBlocks,
  sealBlocks,
  sealedBytes,
  sealedRange,
} from './bytes/sealed-blocks.ts';
export { refusalOf } from './faults.ts';
export { readableFile, type ReadableFile } from './sending/link-operations.ts';
export { announceObject } from './objects-store.ts';
export { contentDisposition, sendFile } from './sending/send-file.ts';
export { checkGivenDocument, keepGivenDocument, type GivenDocument } from './uploads/given-document.ts';
export { hasDirectiveInUse, setAside, useAgain } from './set-aside/set-aside-store.ts';
export {
  directivesInUse,
  findFileByKey,
  findFileForChange,
  findParts,
  findStoredFile,
  recordFileActivity,
  type StoredFile,
} from './store.ts';
