import * as z from 'zod/mini';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { maxPatientHits } from '../../../../domain/fhir/records/patient-search.ts';
import { maxNameLength } from '../../../../domain/fhir/records/same-name.ts';
import { refuseSearch } from '../../../../domain/fhir/records/search-parameters.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findResident, requireScope } from '../resident.ts';
import { findResidents } from '../store.ts';

const name = z.string().check(z.minLength(1), z.maxLength(maxNameLength));

const search = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('number'),
    providerId: z.uuid(),
    number: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  z.strictObject({
    by: z.literal('name'),
    name: z.union([z.strictObject({ name }), z.strictObject({ given: name, family: name })]),
    birthDate: z.iso.date(),
  }),
]);

/**
 * Finds residents of a clinical system's provider: one person by the provider's own number, or by the whole name with the birth date.
 * Recorded in the trail of the platform, without what was searched for.
 * @throws ClinicalRefusal 400 for more hits than one person can have
 */
export const findClinicalPatients = operation({
  name: 'findClinicalPatients',
  kind: 'write',
  input: z.strictObject({ search }),
  access: {
    action: 'clinicalRecords.search',
    subject: (_, { actor }) => {
      requireScope(actor, 'Patient', 's');
      return nothing();
    },
  },
  async run({ input, actor, tx, auditDetails }) {
    const found = await findResidents(tx, scopeOf(actor), input.search);
    if (found === null || found.length > maxPatientHits)
      throw refuseSearch('The search finds too many patients.', 'too-costly');
    auditDetails({ by: input.search.by, found: found.length });
    return found;
  },
});

/** Returns a resident. Recorded in the person's trail; not a reading of the plan. */
export const readClinicalPatient = operation({
  name: 'readClinicalPatient',
  kind: 'write',
  input: z.strictObject({ id: z.uuid() }),
  access: {
    action: 'clinicalRecords.read',
    subject: ({ id }, loading) => findResident(id, loading, { type: 'Patient', permission: 'r' }),
  },
  run: async ({ subject }) => subject,
});
