/** Exports of sessions with staff beside a customer for other features. */
export { TogetherNote } from './together-note.tsx';
