/** The exports for other features. */
export { withSignedWords, withSignedWordsIn } from './versions/frozen-words.ts';
export { findPlanDocument, type FoundDocument } from './document/plan-document.ts';
export { fhirFile, findPlanFhir, type FoundFhir } from './fhir/fhir-facts.ts';
export { sendPlanFhir, sendPlanPdf, sendStaffPdf } from './rest.ts';
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
