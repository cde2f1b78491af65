/** What other features need of a plan that is read as a whole. */
export { useDocumentWording } from './document/document-wording.ts';
export { WholePlan } from './document/whole-plan.tsx';
export { Note } from './note.tsx';
export { Compared } from './versions/compared.tsx';
