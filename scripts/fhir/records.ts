import type { FhirResource } from 'fhir/r4';
import { operationOutcome } from '../../src/domain/fhir/outcome.ts';
import { formRecord } from '../../src/domain/fhir/records/consent.ts';
import { signedVersionReference } from '../../src/domain/fhir/records/document-reference.ts';
import { residentPatient, type Resident } from '../../src/domain/fhir/records/patient.ts';
import { searchset } from '../../src/domain/fhir/records/searchset.ts';
import {
  noticeBundle,
  statusBundle,
  webhookSubscription,
} from '../../src/domain/fhir/records/subscription.ts';
import { translators } from '../../src/domain/i18n/translators.ts';

const baseUrl = 'https://wattle.example';
const id = '3f0c4d52-8a52-4b1c-9a6e-0d9c7a1f2b3c';
const at = '2026-11-21T03:04:05.000Z';

const resident: Resident = {
  ...{ id, first_name: 'Margaret', last_name: 'Doyle', dob: '1941-03-12', gender: 'Female' },
  ...{ postcode: '3056', customer_id: 'R-17', provider_id: id, provider: 'Banksia House' },
  ...{ status: 'active', is_removed: false },
};

const signed = {
  ...{ patientId: id, planId: id, version: 2, isCurrent: true, at, changedAt: at },
  paperAdded: '2026-11-22',
  isLocked: true,
  isExternal: true,
};

const form = {
  ...{ id, patientId: id, name: 'Form.pdf', contentType: 'application/pdf', size: 1_000 },
  ...{ addedAt: at, replacedAt: null, isInUse: true },
};

const webhook = {
  ...{ id, address: 'https://ward.example.com/notices', state: 'failing' as const, events: 7 },
  ...{ failure: 'timeout', setAt: at },
};

const change = { number: 7, at, patientId: id, version: 2 };

const site = { baseUrl, operator: 'Wattle', t: translators.en };

/** Returns what clinical systems read besides documents, by name, for the validator. */
export function recordExamples(): Record<string, FhirResource> {
  const patient = residentPatient(resident, baseUrl);
  const unknown = { first_name: null, last_name: null, dob: null, gender: null, postcode: null } as const;
  const reference = signedVersionReference(signed, site);
  const first = {
    ...signed,
    version: 1,
    isCurrent: false,
    paperAdded: null,
    isLocked: false,
    isExternal: false,
  };
  const consent = formRecord(form, baseUrl, translators.en);
  const outcome = operationOutcome('not-found', 'There is no such resource.');
  const self = `${baseUrl}/fhir/DocumentReference?_count=2`;
  const page = { baseUrl, at, self, outcome };
  return {
    'record-Patient': { ...patient, meta: { versionId: 'a'.repeat(32), lastUpdated: at } },
    'record-Patient-unknown': residentPatient({ ...resident, ...unknown, customer_id: null }, baseUrl),
    'record-DocumentReference': reference,
    'record-DocumentReference-replaced': signedVersionReference(first, site),
    'record-Consent': consent,
    'record-Consent-replaced': formRecord(
      { ...form, name: '', size: null, replacedAt: at, isInUse: false },
      baseUrl,
      translators.en,
    ),
    'record-OperationOutcome': outcome,
    'record-searchset': searchset({
      ...page,
      total: 3,
      next: self,
      resources: [reference],
    }),
    'record-Subscription': webhookSubscription(webhook, baseUrl),
    'record-Subscription-status': statusBundle(webhook, baseUrl, at),
    'record-notice': noticeBundle(webhook, baseUrl, { at, change }),
    'record-notice-deleted': noticeBundle(webhook, baseUrl, { at, change: { ...change, version: null } }),
    'record-notice-test': noticeBundle(webhook, baseUrl, { at }),
    'record-searchset-empty': searchset({ baseUrl, at, self, total: 0, resources: [] }),
  };
}
