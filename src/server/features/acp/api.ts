/** What the plan shows other features. */
export { findPlanDocument } from './plan-document.ts';
export { sendPlanPdf } from './rest.ts';
export { savePlan } from './save.ts';
export {
  findActiveOf,
  findActiveOfForChange,
  findRevisionsOf,
  getPlanOwner,
  insertDraft,
  withSignedWords,
  type Acp,
  type PlanOwner,
} from './store.ts';
