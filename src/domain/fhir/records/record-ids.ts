const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A signed version of a resident's plan. */
export type DocumentKey = { patientId: string; version: number };

/** Whether a text is an id of a Patient or Consent, or of the Binary of a form: ids of rows, 122 random bits each. */
export const isRecordId = (id: string): boolean => uuid.test(id);

/**
 * Returns the id of a signed version: that of its DocumentReference, Composition, Bundle and Binary. It never changes, also when
 * another version replaces this one.
 */
export const documentIdOf = ({ patientId, version }: DocumentKey): string => `${patientId}.${version}`;

/** Returns the version that an id means; null for any other text. */
export function readDocumentId(id: string): DocumentKey | null {
  const [, patientId, version] = /^([0-9a-f-]{36})\.([1-9]\d{0,8})$/.exec(id) ?? [];
  return patientId !== undefined && isRecordId(patientId) ? { patientId, version: Number(version) } : null;
}

/** Start of the systems of customer ids, each followed by the id of the provider that gives the numbers. */
const customerIdStart = '/fhir/sid/customer-id/';

/** Returns the system of the numbers that a provider gives its customers. Two houses may give the same number, so each has its own. */
export const customerIdSystem = (baseUrl: string, providerId: string): string =>
  `${baseUrl}${customerIdStart}${providerId}`;

/** Returns the provider of a system of customer ids; null for any other system. */
export function readCustomerIdSystem(baseUrl: string, system: string): string | null {
  const start = `${baseUrl}${customerIdStart}`;
  const providerId = system.slice(start.length);
  return system.startsWith(start) && isRecordId(providerId) ? providerId : null;
}
