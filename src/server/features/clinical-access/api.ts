/** The exports for other features. */
export { clinicalSystemOf, type ClinicalSystem } from './bearer.ts';
