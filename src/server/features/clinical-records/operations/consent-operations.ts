import * as z from 'zod/mini';
import type { UploadedForm } from '../../../../domain/fhir/records/consent.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { operation } from '../../../pipeline/operation.ts';
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

async function withForm({ id }: { id: string }, loading: Loading): Promise<WithForm | null> {
  requireScope(loading.actor, 'Consent', 'r');
  const form = await findForm(loading.tx, id);
  const resident =
    form && (await findResident(form.patientId, loading, { type: 'Consent', permission: 'r' }));
  return resident && { ...resident, form };
}

/** Returns an uploaded form, as `readClinicalConsents` does. */
export const readClinicalConsent = operation({
  name: 'readClinicalConsent',
  kind: 'write',
  input: z.strictObject({ id: z.uuid() }),
  access: { action: 'clinicalRecords.read', subject: withForm },
  async run(work) {
    const { form } = work.subject;
    work.auditDetails({ file_id: form.id });
    await recordSystemReading(work);
    return form;
  },
});
