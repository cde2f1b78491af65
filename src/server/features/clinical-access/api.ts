/** The exports for other features. */
export { ClinicalRefusal } from '../../../domain/fhir/outcome.ts';
export { clinicalSystemOf, type ClinicalSystem } from './bearer.ts';
