import type {
  Bundle,
  BundleEntry,
  CompositionSection,
  Composition,
  DocumentReference,
  FhirResource,
  Organization,
  Reference,
} from 'fhir/r4';
import { longDate, melbourneDate } from '../../fields.ts';
import type { Translate } from '../../i18n/texts.ts';
import { planBundle } from '../bundle.ts';
import type { DocumentFacts, DocumentPdf } from '../facts.ts';
import { narrativeOf, paragraph } from '../parts/narrative.ts';
import { plainCharacters } from '../plain-characters.ts';
import { uploadedFormConsent, type UploadedForm } from '../records/consent.ts';
import { uuidOf } from '../uuid.ts';
import type { SummaryKind } from './summary-kinds.ts';

/** What a summary contains. `document` is the FHIR document of the plan as a file, byte for byte. */
export type SummaryFacts = {
  plan: DocumentFacts;
  document: DocumentPdf;
  /** When it was made, an ISO text in UTC. */
  madeAt: string;
  /** Name of the person's house; null without one. */
  house: string | null;
  /** Uploaded forms in use, the newest first. */
  papers: readonly UploadedForm[];
};

const loinc = (code: string) => ({ coding: [{ system: 'http://loinc.org', code }] });

/** Type of each summary in LOINC: patient summary, and transfer summary. */
const types = { 'patient-summary': '60591-5', 'transfer-summary': '18761-7' } as const;

/**
 * Sections that a patient summary must have (AU PS), and of which the product knows nothing. An Aged Care Transfer Summary requires none.
 */
const unknownSections = { problems: '11450-4', allergies: '48765-2', medicines: '10160-0' } as const;

/** Parts of the plan that are written out in the summary, in this order, by their place in the document. */
const writtenParts = [1, 2, 3] as const;

const contentOf = (div: string | undefined): string =>
  (div ?? '').replace(/^<div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml">/, '').replace(/<\/div>$/, '');

function resourceOf<Type extends FhirResource['resourceType']>(
  bundle: Bundle,
  type: Type,
  isWanted: (resource: FhirResource) => boolean = () => true,
): Extract<FhirResource, { resourceType: Type }> | undefined {
  const found = bundle.entry?.find(({ resource }) => resource?.resourceType === type && isWanted(resource));
  return found?.resource as Extract<FhirResource, { resourceType: Type }> | undefined;
}

const refTo = (id: string): Reference => ({ reference: `urn:uuid:${id}` });

function emptySection(name: keyof typeof unknownSections, t: Translate): CompositionSection {
  return {
    title: t(`fhir.summary.${name}`),
    code: loinc(unknownSections[name]),
    text: narrativeOf(paragraph(t('fhir.summary.unknown'))),
    emptyReason: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/list-empty-reason', code: 'unavailable' }],
      text: t('fhir.summary.unknown'),
    },
  };
}

/** Returns the section that the guides call advance directives, with the plan in words. The plan itself keeps its own type and class. */
function planSection(
  { plan, papers }: SummaryFacts,
  composition: Composition,
  entry: Reference[],
): CompositionSection {
  const t = plan.t.en;
  const newest = papers[0]?.addedAt;
  const words = [
    paragraph(t('fhir.summary.notADirective')),
    newest === undefined
      ? ''
      : paragraph(t('fhir.summary.papersBeside', { date: longDate(melbourneDate(new Date(newest)), 'en') })),
    contentOf(composition.text?.div),
    ...writtenParts.map((place) => contentOf(composition.section?.[place]?.text?.div)),
  ];
  return {
    title: t('fhir.title'),
    code: { ...loinc('42348-3'), text: t('fhir.title') },
    text: narrativeOf(words.join('')),
    entry,
  };
}

/** Returns the reference to the plan: the PDF, and the FHIR document as it is downloaded elsewhere. */
function planReference(paper: DocumentReference, id: string, { document }: SummaryFacts): DocumentReference {
  const [pdf] = paper.content;
  return {
    ...paper,
    id,
    content: [
      ...(pdf ? [pdf] : []),
      {
        attachment: {
          contentType: 'application/fhir+json',
          language: 'en',
          data: document.base64,
          size: document.size,
          title: document.title,
          ...(paper.date !== undefined && { creation: paper.date }),
        },
      },
    ],
  };
}

/**
 * Returns a summary for a hospital that has the signed plan in its section for advance care, and nothing else about the person: as a
 * patient summary its other sections say that nothing is known here, as a transfer summary they are left out. The same facts always
 * give the same bundle. No profile is claimed: both guides want facts that only a provider has.
 */
export function summaryBundle(kind: SummaryKind, facts: SummaryFacts): Bundle {
  const { plan, madeAt, papers } = facts;
  const t = plan.t.en;
  const document = planBundle(plan);
  const composition = resourceOf(document, 'Composition');
  const patient = resourceOf(document, 'Patient');
  const operator = resourceOf(document, 'Organization');
  const paper = resourceOf(document, 'DocumentReference');
  if (!composition || !patient?.id || !operator?.id || !paper) throw new Error('The plan lacks a part');
  const idOf = (key: string) => uuidOf(`${plan.planId}/${plan.version}/${kind}/${madeAt}/${key}`);
  const name = facts.house === null ? '' : plainCharacters(facts.house).trim();
  const house: Organization | null =
    name === '' ? null : { resourceType: 'Organization', id: idOf('house'), name };
  const author = document.entry?.find(({ fullUrl }) => fullUrl === paper.author?.[0]?.reference);
  const writer = author?.resource === patient ? undefined : author;
  const consents = papers.map((form) => ({
    ...uploadedFormConsent(form, plan.baseUrl, t),
    patient: refTo(patient.id ?? ''),
  }));
  const reference = planReference(paper, idOf('plan'), facts);
  const title = t(`fhir.summary.${kind}`);
  const type = { ...loinc(types[kind]), text: title };
  const entries = [reference, ...consents];
  const first: Composition = {
    resourceType: 'Composition',
    id: idOf('composition'),
    language: 'en',
    text: narrativeOf(
      paragraph(t('fhir.summary.made', { date: longDate(melbourneDate(new Date(madeAt)), 'en') })) +
        paragraph(t('fhir.summary.only')),
    ),
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${idOf('summary')}` },
    status: 'final',
    type,
    category: [type],
    subject: refTo(patient.id),
    date: madeAt,
    author: [refTo(house?.id ?? operator.id)],
    title,
    custodian: refTo(operator.id),
    section: [
      planSection(
        facts,
        composition,
        entries.map(({ id }) => refTo(id ?? '')),
      ),
      ...(kind === 'patient-summary'
        ? (['problems', 'allergies', 'medicines'] as const).map((each) => emptySection(each, t))
        : []),
    ],
  };
  const others: BundleEntry[] = [patient, operator, ...(house ? [house] : []), ...entries].map(
    (resource) => ({
      fullUrl: `urn:uuid:${resource.id}`,
      resource,
    }),
  );
  return {
    resourceType: 'Bundle',
    id: idOf('bundle'),
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${idOf('bundle')}` },
    type: 'document',
    timestamp: madeAt,
    entry: [{ fullUrl: `urn:uuid:${first.id}`, resource: first }, ...others, ...(writer ? [writer] : [])],
  };
}
