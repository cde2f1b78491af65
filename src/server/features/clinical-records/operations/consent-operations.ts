import * as z from 'zod/mini';
import type { UploadedForm } from '../../../../domain/fhir/records/consent.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Loading, Work } from '../../../pipeline/work.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findStoredFile, readableFile, type ReadableFile } from '../../files/api.ts';
import { recordSystemReading } from '../record-reading.ts';
import { findResident, requireScope, type ResidentSubject } from '../resident.ts';
import { findForm, findForms } from '../store.ts';

/**
 * Returns the forms that were uploaded for a resident, also those no longer in use: that they exist and whether they are in use, not what
 * they say. A reading of the plan, unless there is none.
 */
export const readClinicalConsents = operation({
  name: 'readClinicalConsents',
  kind: 'write',
  input: z.strictObject({ patient_id: z.uuid() }),
  access: {
    action: 'clinicalRecords.read',
    subject: ({ patient_id }, loading) =>
      findResident(patient_id, loading, { type: 'Consent', permission: 's' }),
  },
  async run(work) {
    const { subject, tx, auditDetails } = work;
    const forms = await findForms(tx, subject.ownerId);
    auditDetails({ plan: forms.length > 0 });
    if (forms.length > 0) await recordSystemReading(work);
    return forms;
  },
});

type WithForm = ResidentSubject & { form: UploadedForm };

/** Returns a function that loads a form with its resident, for reading it as this kind of resource. */
const withFormAs =
  (type: 'Consent' | 'Binary') =>
  async ({ id }: { id: string }, loading: Loading): Promise<WithForm | null> => {
    requireScope(loading.actor, type, 'r');
    const form = await findForm(loading.tx, id);
    const resident = form && (await findResident(form.patientId, loading, { type, permission: 'r' }));
    return resident && { ...resident, form };
  };

/** Returns what the server needs to read the bytes of a form. @throws AppError `not-found` if it was removed meanwhile */
async function bytesOfForm({ tx, services, subject }: Work<unknown, WithForm>): Promise<ReadableFile> {
  const stored = await findStoredFile(tx, subject.form.id);
  if (!stored) throw new AppError('not-found');
  return readableFile(tx, services, stored);
}

/** Returns an uploaded form, as `readClinicalConsents` does. */
export const readClinicalConsent = operation({
  name: 'readClinicalConsent',
  kind: 'write',
  input: z.strictObject({ id: z.uuid() }),
  access: { action: 'clinicalRecords.read', subject: withFormAs('Consent') },
  async run(work) {
    const { form } = work.subject;
    work.auditDetails({ file_id: form.id });
    await recordSystemReading(work);
    return form;
  },
});

/** Opens the bytes of an uploaded form: a reading of the plan, recorded each time. */
export const openClinicalForm = operation({
  name: 'openClinicalForm',
  kind: 'write',
  input: z.strictObject({ id: z.uuid() }),
  access: { action: 'clinicalRecords.read', subject: withFormAs('Binary') },
  async run(work) {
    work.auditDetails({ file_id: work.subject.form.id });
    const file = await bytesOfForm(work);
    await recordSystemReading(work);
    return file;
  },
});

/** Checks, while the bytes of a form are being sent, that the system may still read it. */
export const readClinicalForm = operation({
  name: 'readClinicalForm',
  kind: 'read',
  input: z.strictObject({ id: z.uuid() }),
  access: { action: 'clinicalRecords.read', subject: withFormAs('Binary') },
  run: (work) => bytesOfForm(work),
});
