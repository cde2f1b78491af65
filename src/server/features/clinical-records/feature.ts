import type { Feature } from '../../pipeline/feature.ts';
import * as consents from './consent-operations.ts';
import * as documents from './document-operations.ts';
import * as patients from './patient-operations.ts';
import * as plans from './plan-operation.ts';
import { registerClinicalRecords } from './rest.ts';

export const feature = {
  name: 'clinical-records',
  operations: [patients, documents, plans, consents],
  publicRoutes: registerClinicalRecords,
} as const satisfies Feature;
