import type { Consent } from 'fhir/r4';
import type { Translate } from '../../i18n/texts.ts';
import { publishedAt } from '../codes.ts';
import { plainCharacters } from '../plain-characters.ts';

/** A signed form that was uploaded, such as the form of a state. Instants are ISO texts in UTC. */
export type UploadedForm = {
  id: string;
  patientId: string;
  name: string;
  contentType: string;
  /** In bytes; null if it is not known. */
  size: number | null;
  addedAt: string;
  /** When another form replaced it; null for a form in use, and for one withdrawn in another way. */
  replacedAt: string | null;
  /** Whether it is in use: neither replaced nor withdrawn. */
  isInUse: boolean;
};

/**
 * Returns an uploaded form as FHIR: that it exists, and whether it is in use. Its content is not known here, so none of it is coded,
 * and its validity is not stated.
 */
export function uploadedFormConsent(form: UploadedForm, baseUrl: string, t: Translate): Consent {
  const name = plainCharacters(form.name).trim();
  return {
    resourceType: 'Consent',
    id: form.id,
    meta: { lastUpdated: form.replacedAt ?? form.addedAt },
    status: form.isInUse ? 'active' : 'inactive',
    scope: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'adr' }],
      text: t('fhir.records.form.scope'),
    },
    category: [
      {
        coding: [{ system: publishedAt(baseUrl, 'CodeSystem', 'plan'), code: 'uploaded-form' }],
        text: t('fhir.records.form.category'),
      },
    ],
    patient: { reference: `Patient/${form.patientId}` },
    dateTime: form.addedAt,
    sourceAttachment: {
      contentType: form.contentType,
      ...(form.size !== null && { size: form.size }),
      ...(name !== '' && { title: name }),
      creation: form.addedAt,
    },
    policyRule: { text: t('fhir.records.form.rule') },
  };
}

/** Returns an uploaded form as the interface for clinical systems has it: with the address of its bytes. */
export function formRecord(form: UploadedForm, baseUrl: string, t: Translate): Consent {
  const consent = uploadedFormConsent(form, baseUrl, t);
  return { ...consent, sourceAttachment: { ...consent.sourceAttachment, url: `Binary/${form.id}` } };
}
