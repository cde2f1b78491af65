import fc from 'fast-check';
import type { Bundle, Composition, DocumentReference, FhirResource } from 'fhir/r4';
import { describe, expect, it } from 'vitest';
import { completeAnswers } from '../../questionnaire/answers.fixture.ts';
import { noted, onBehalf } from '../document.fixture.ts';
import { summaryFacts, uploadedForm } from './summary.fixture.ts';
import { summaryKinds } from './summary-kinds.ts';
import { summaryBundle } from './summary.ts';

const resourcesOf = ({ entry = [] }: Bundle): FhirResource[] =>
  entry.flatMap(({ resource }) => resource ?? []);
const compositionOf = (bundle: Bundle) => resourcesOf(bundle)[0] as Composition;
const typesOf = (bundle: Bundle) => resourcesOf(bundle).map(({ resourceType }) => resourceType);
const codesOf = (bundle: Bundle) => compositionOf(bundle).section?.map(({ code }) => code?.coding?.[0]?.code);
const pairs = summaryKinds.map((kind) => [kind] as const);

describe.each(pairs)('a summary with the plan: %s', (kind) => {
  it('is the golden file, byte for byte [X-07]', async () => {
    const facts = summaryFacts({ answers: noted() }, { papers: [uploadedForm] });
    await expect(`${JSON.stringify(summaryBundle(kind, facts), null, 2)}\n`).toMatchFileSnapshot(
      `./golden/${kind}.json`,
    );
  });

  it('has one Composition, whose section for advance care names the plan with its PDF and the whole document [X-07]', () => {
    const facts = summaryFacts();
    const bundle = summaryBundle(kind, facts);
    expect(bundle.type).toBe('document');
    expect(typesOf(bundle)).toEqual([
      ...['Composition', 'Patient', 'Organization', 'Organization', 'DocumentReference'],
    ]);
    const [section] = compositionOf(bundle).section ?? [];
    expect(section?.code?.coding?.[0]?.code).toBe('42348-3');
    const reference = resourcesOf(bundle).at(-1) as DocumentReference;
    expect(section?.entry).toEqual([{ reference: `urn:uuid:${reference.id}` }]);
    expect(reference.content.map(({ attachment }) => [attachment.contentType, attachment.data])).toEqual([
      ['application/pdf', facts.plan.pdf.base64],
      ['application/fhir+json', facts.document.base64],
    ]);
    // The plan keeps its own type: it is not called a directive (D-01).
    expect(JSON.stringify([reference.type, reference.category])).not.toContain('42348-3');
  });

  it('has the refusals and the contacts in words, and says that a plan is not a directive [X-07, D-01]', () => {
    const answers = { ...completeAnswers(), treatmentsSelected: ['Kidney Machine'] };
    const words = compositionOf(summaryBundle(kind, summaryFacts({ answers }))).section?.[0]?.text?.div ?? '';
    expect(words).toContain('It is not an advance care directive, unless a form says so.');
    expect(words).toContain('0400 000 001');
    expect(words).toContain('idney');
  });

  it('names uploaded forms, which may be newer, and references them without their content [X-07, D-60]', () => {
    const bundle = summaryBundle(kind, summaryFacts({}, { papers: [uploadedForm] }));
    const consent = resourcesOf(bundle).find(({ resourceType }) => resourceType === 'Consent');
    expect(consent).toMatchObject({
      status: 'active',
      patient: { reference: `urn:uuid:${resourcesOf(bundle)[1]?.id}` },
    });
    expect(JSON.stringify(consent)).not.toContain('provision');
    expect(compositionOf(bundle).section?.[0]?.text?.div).toContain('22 November 2026');
  });

  it('has the recorder of a plan on behalf, and the operator as author without a house [X-07]', () => {
    const bundle = summaryBundle(kind, summaryFacts({ owner: onBehalf }, { house: null }));
    expect(typesOf(bundle)).toEqual([
      'Composition',
      'Patient',
      'Organization',
      'DocumentReference',
      'RelatedPerson',
    ]);
    expect(compositionOf(bundle).author).toEqual([compositionOf(bundle).custodian]);
  });

  it('has every reference among its entries, and only characters that FHIR allows, for any house and answer [X-07]', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ unit: 'binary', maxLength: 40 }),
        (house, typed) => {
          const answers = { ...completeAnswers(), explanations: typed };
          const bundle = summaryBundle(kind, summaryFacts({ answers }, { house, papers: [uploadedForm] }));
          const text = JSON.stringify(bundle);
          const urls = new Set(bundle.entry?.map(({ fullUrl }) => fullUrl));
          for (const [, found] of text.matchAll(/"reference":"([^"]+)"/g)) expect(urls).toContain(found);
          // eslint-disable-next-line no-control-regex
          expect(text).not.toMatch(/\\u00(0[0-8bcef]|1[0-9a-f])|[\u202a-\u202e]/);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the sections of a summary', () => {
  it('are those that AU PS requires, said to be unknown, in a patient summary; only the plan in a transfer summary [X-07]', () => {
    const summary = summaryBundle('patient-summary', summaryFacts());
    expect(codesOf(summary)).toEqual(['42348-3', '11450-4', '48765-2', '10160-0']);
    for (const section of compositionOf(summary).section?.slice(1) ?? []) {
      expect(section.emptyReason?.coding?.[0]?.code).toBe('unavailable');
      expect(section.entry).toBeUndefined();
      expect(section.text?.div).toContain('Ask the house');
    }
    expect(codesOf(summaryBundle('transfer-summary', summaryFacts()))).toEqual(['42348-3']);
  });

  it('claim no profile of a guide [X-07]', () => {
    for (const kind of summaryKinds)
      expect(JSON.stringify(summaryBundle(kind, summaryFacts()))).not.toContain('"profile"');
  });
});
