import { documentFacts } from '../document.fixture.ts';
import type { DocumentFacts } from '../facts.ts';
import type { UploadedForm } from '../records/consent.ts';
import type { SummaryFacts } from './summary.ts';

/** A form that was uploaded and is in use. */
export const uploadedForm: UploadedForm = {
  ...{ id: '44444444-4444-4444-8444-444444444444', patientId: '33333333-3333-4333-8333-333333333333' },
  ...{ name: 'Form of 2024.pdf', contentType: 'application/pdf', size: 12_345 },
  ...{ addedAt: '2026-11-22T03:04:05.000Z', replacedAt: null, isInUse: true },
};

/** Returns the facts of a summary, changed in some of them. The file of the document is shortened. */
export const summaryFacts = (
  plan: Partial<DocumentFacts> = {},
  changes: Partial<SummaryFacts> = {},
): SummaryFacts => ({
  plan: documentFacts({ medicare: null, ...plan }),
  document: { base64: 'eyJyZXNvdXJjZVR5cGUiOiJCdW5kbGUifQ==', size: 25, title: 'plan.fhir.json' },
  madeAt: '2026-11-30T01:02:03.000Z',
  house: 'Banksia House',
  papers: [],
  ...changes,
});
