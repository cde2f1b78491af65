/** The exports for other features. */
export { withSignedWords, withSignedWordsIn } from './frozen-words.ts';
export { findPlanDocument } from './plan-document.ts';
export { sendPlanPdf, sendStaffPdf } from './rest.ts';
export { removeExternalMark, restoreVersion } from './restore.ts';
export { confirmedKeys, savePlan } from './save.ts';
export { pngOf } from './signature.ts';
export { findSignature } from './signature-store.ts';
export {
  findActiveOf,
  findActiveOfForChange,
  findWithoutPicture,
  getPlanOwner,
  insertDraft,
  insertDrafts,
  sealDraft,
  type Acp,
  type NewDraft,
  type PlanOwner,
} from './store.ts';
export { eachVersion, findVersion } from './versions-store.ts';
