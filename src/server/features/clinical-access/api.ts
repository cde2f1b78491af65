/** The exports for other features. */
export { clinicalSystemOf } from './bearer.ts';
