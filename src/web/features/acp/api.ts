/** Exports for other features that read a complete plan. */
export { useDocumentWording } from './document/document-wording.ts';
export { WholePlan } from './document/whole-plan.tsx';
export { Note } from './note.tsx';
export { Compared } from './versions/compared.tsx';
