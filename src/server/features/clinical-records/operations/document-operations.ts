import * as z from 'zod/mini';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { SignedVersion } from '../../../../domain/fhir/records/document-reference.ts';
import { maxCount } from '../../../../domain/fhir/records/document-search.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { recordSystemReading } from '../record-reading.ts';
import { findResident, requireScope } from '../resident.ts';
import { beginning, findNewestForm, findSignedVersions, type Position } from '../store.ts';

const version = z.int().check(z.gte(1), z.lte(2_147_483_647));

const paged = {
  status: z.nullable(z.enum(['current', 'superseded'])),
  changed: z.strictObject({ from: z.nullable(z.int()), before: z.nullable(z.int()) }),
  count: z.int().check(z.gte(1), z.lte(maxCount)),
  after: z.optional(z.strictObject({ userId: z.uuid(), version })),
};

/** A page of signed versions. `next`: the last of them, if there are more. */
export type DocumentsPage = { documents: SignedVersion[]; next: Position | null };

function pageOf(found: SignedVersion[], count: number): DocumentsPage {
  const documents = found.slice(0, count);
  const last = documents.at(-1);
  const next = found.length > count && last ? { userId: last.patientId, version: last.version } : null;
  return { documents, next };
}

/**
 * Finds the signed versions of all residents of a clinical system's provider, without their content, for a system that keeps its copy up
 * to date. Recorded in the trail of the platform: it is a list, as staff have one, and no reading of a plan.
 */
export const findClinicalDocuments = operation({
  name: 'findClinicalDocuments',
  kind: 'write',
  input: z.strictObject(paged),
  access: {
    action: 'clinicalRecords.search',
    subject: (_, { actor }) => {
      requireScope(actor, 'DocumentReference', 's');
      return nothing();
    },
  },
  async run({ input, actor, tx, auditDetails }) {
    const { after = beginning, ...search } = input;
    const found = await findSignedVersions(tx, scopeOf(actor), { ...search, after });
    const page = pageOf(found, search.count);
    auditDetails({ found: page.documents.length });
    return page;
  },
});

/**
 * Returns the signed versions of one resident, without their content. A reading of the plan, unless there is none. If nothing is
 * signed here, `formAdded` is the date on which the newest uploaded form in use was added.
 */
export const readClinicalDocuments = operation({
  name: 'readClinicalDocuments',
  kind: 'write',
  input: z.strictObject({ patient_id: z.uuid(), ...paged }),
  access: {
    action: 'clinicalRecords.read',
    subject: ({ patient_id }, loading) =>
      findResident(patient_id, loading, { type: 'DocumentReference', permission: 's' }),
  },
  async run(work) {
    const { input, actor, subject, tx, auditDetails } = work;
    const { patient_id: userId, after = beginning, ...search } = input;
    const found = await findSignedVersions(tx, scopeOf(actor), { ...search, after, only: { userId } });
    const isRead = found.length > 0;
    auditDetails({ plan: isRead });
    if (isRead) await recordSystemReading(work);
    const formAdded = isRead ? null : await findNewestForm(tx, subject.ownerId);
    return { ...pageOf(found, search.count), formAdded };
  },
});

/** Returns one signed version, without its content. A reading of the plan. @throws AppError `not-found` for an unknown version */
export const readClinicalDocument = operation({
  name: 'readClinicalDocument',
  kind: 'write',
  input: z.strictObject({ patient_id: z.uuid(), version }),
  access: {
    action: 'clinicalRecords.read',
    subject: ({ patient_id }, loading) =>
      findResident(patient_id, loading, { type: 'DocumentReference', permission: 'r' }),
  },
  async run(work) {
    const { input, actor, tx, auditDetails } = work;
    const only = { userId: input.patient_id, version: input.version };
    const any = { status: null, changed: { from: null, before: null }, count: 1, after: beginning };
    const [signed] = await findSignedVersions(tx, scopeOf(actor), { ...any, only });
    if (!signed) throw new AppError('not-found');
    auditDetails({ plan_version: signed.version });
    await recordSystemReading(work);
    return signed;
  },
});
