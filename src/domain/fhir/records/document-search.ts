import { isRecordId } from './record-ids.ts';
import { readParameters, readPeriod, refuseSearch, type Changed, type Query } from './search-parameters.ts';

/** Number of results on a page: default and maximum. */
export const defaultCount = 50;
export const maxCount = 100;

/** A search for signed versions: of one resident, or of all residents of the provider. */
export type DocumentSearch = {
  patientId: string | null;
  status: 'current' | 'superseded' | null;
  changed: Changed;
  count: number;
};

/** Returns the id in a reference to a patient: relative, absolute on this site, or the id alone. */
export function readPatientReference(value: string, baseUrl: string): string {
  const id = value.startsWith(`${baseUrl}/fhir/`) ? value.slice(`${baseUrl}/fhir/`.length) : value;
  const patientId = id.startsWith('Patient/') ? id.slice('Patient/'.length) : id;
  if (!isRecordId(patientId)) throw refuseSearch('patient needs the id of one Patient of this site.');
  return patientId;
}

function readCount(value: string | undefined): number {
  if (value === undefined) return defaultCount;
  const count = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (count < 1) throw refuseSearch('_count needs a number from 1.');
  return Math.min(count, maxCount);
}

function readStatus(value: string | undefined): DocumentSearch['status'] {
  if (value === undefined || value === 'current,superseded' || value === 'superseded,current') return null;
  if (value === 'current' || value === 'superseded') return value;
  throw refuseSearch('status needs current or superseded.');
}

/**
 * Reads a search for signed versions.
 * @throws ClinicalRefusal 400
 */
export function readDocumentSearch(query: Query, baseUrl: string): DocumentSearch {
  const known = ['patient', 'status', '_lastUpdated', '_count', '_format'] as const;
  const found = readParameters(query, known, '_lastUpdated');
  const patient = found.get('patient')?.[0];
  return {
    patientId: patient === undefined ? null : readPatientReference(patient, baseUrl),
    status: readStatus(found.get('status')?.[0]),
    changed: readPeriod(found.get('_lastUpdated') ?? []),
    count: readCount(found.get('_count')?.[0]),
  };
}

/** Checks a search for the Subscription of the system itself, which has no parameters. @throws ClinicalRefusal 400 */
export function readSubscriptionSearch(query: Query): void {
  readParameters(query, ['_format'] as const);
}

/** Reads the patient of a search for uploaded forms, which is always of one resident. @throws ClinicalRefusal 400 */
export function readConsentSearch(query: Query, baseUrl: string): string {
  const patient = readParameters(query, ['patient', '_format'] as const).get('patient')?.[0];
  if (patient === undefined) throw refuseSearch('A search for Consent needs patient.');
  return readPatientReference(patient, baseUrl);
}
