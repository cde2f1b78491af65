/** The exports for other features. */
export { withSignedWords, withSignedWordsIn } from './versions/frozen-words.ts';
export { findPlanDocument } from './document/plan-document.ts';
export { sendPlanPdf, sendStaffPdf } from './rest.ts';
export { removeExternalMark, restoreVersion } from './versions/restore.ts';
export { confirmedKeys, savePlan } from './saving/save.ts';
export { pngOf } from './signing/signature.ts';
export { findSignature } from './signing/signature-store.ts';
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
export { eachVersion, findVersion } from './versions/versions-store.ts';
