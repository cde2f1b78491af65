import { documentFilters } from '../../src/server/features/clinical-records/records.fixture.ts';
import type { Subject } from './operation-calls.ts';

/** Calls of clinical systems, whose access token is not part of the input. */
export const clinicalCalls: Record<string, (subject: Subject) => unknown> = {
  findClinicalPatients: () => ({
    search: { by: 'name', name: { name: 'Margaret Doyle' }, birthDate: '1943-05-14' },
  }),
  readClinicalPatient: ({ userId }) => ({ id: userId }),
  findClinicalDocuments: () => documentFilters,
  readClinicalDocuments: ({ userId }) => ({ patient_id: userId, ...documentFilters }),
  readClinicalDocument: ({ userId }) => ({ patient_id: userId, version: 1 }),
  readClinicalPlan: ({ userId }) => ({ patient_id: userId, version: 1, as: 'Bundle' }),
  readClinicalSubscription: () => ({ as: 'r' }),
  readClinicalConsents: ({ userId }) => ({ patient_id: userId }),
  // The customer has a file with their own id.
  readClinicalConsent: ({ userId }) => ({ id: userId }),
  openClinicalForm: ({ userId }) => ({ id: userId }),
  readClinicalForm: ({ userId }) => ({ id: userId }),
};
