/** What files show other features. */
export { openFileKey, readContent, type Content } from './bytes/content.ts';
export {
  activateGuestFile,
  checkGuestFile,
  guestFileShape,
  hasGuestFile,
  keepGuestFile,
  receiveGuestBytes,
  type GuestFile,
} from './guest-file.ts';
export {
  LengthError,
  newFileKey,
  openBlocks,
  sealBlocks,
  sealedBytes,
  sealedRange,
} from './bytes/sealed-blocks.ts';
export { refusalOf } from './faults.ts';
export { readableFile, type ReadableFile } from './link-operations.ts';
export { findStaleUploads, removeUnowned } from './objects-store.ts';
export { sendFile } from './send-file.ts';
export { findParts, findStoredFile, type StoredFile } from './store.ts';
