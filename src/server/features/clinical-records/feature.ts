import type { Feature } from '../../pipeline/feature.ts';
import * as consents from './operations/consent-operations.ts';
import * as documents from './operations/document-operations.ts';
import * as patients from './operations/patient-operations.ts';
import * as plans from './operations/plan-operation.ts';
import * as subscriptions from './operations/subscription-operations.ts';
import { registerClinicalRecords } from './rest.ts';

export const feature = {
  name: 'clinical-records',
  operations: [patients, documents, plans, consents, subscriptions],
  publicRoutes: registerClinicalRecords,
} as const satisfies Feature;
