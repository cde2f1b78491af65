import type {
  Bundle,
  Composition,
  CompositionSection,
  Consent,
  DocumentReference,
  FhirResource,
  Organization,
  Patient,
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

/** Content of a summary. `document` is the FHIR document of the plan as a file, byte for byte. */
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
 * Sections that a patient summary must have (AU PS), and for which the product has no data. An Aged Care Transfer Summary requires none.
 */
const unknownSections = { problems: '11450-4', allergies: '48765-2', medicines: '10160-0' } as const;

/** Parts of the plan that are written out in the summary, in this order, by their place in the document. */
const writtenParts = [1, 2, 3] as const;

const contentOf = (div: string | undefined): string =>
  (div ?? '').replace(/^<div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml">/, '').replace(/<\/div>$/, '');

function resourceOf<Type extends FhirResource['resourceType']>(
  bundle: Bundle,
  type: Type,
): Extract<FhirResource, { resourceType: Type }> | undefined {
  const found = bundle.entry?.find(({ resource }) => resource?.resourceType === type);
  return found?.resource as Extract<FhirResource, { resourceType: Type }> | undefined;
}

const refTo = ({ id }: FhirResource): Reference => ({ reference: `urn:uuid:${id}` });

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

/** The resources of a plan that a summary takes over, and those that it adds. */
type Parts = {
  composition: Composition;
  patient: Patient;
  operator: Organization;
  /** Null without a house. */
  house: Organization | null;
  /** The recorder of a plan on behalf. */
  recorder: FhirResource | null;
  /** The plan, and the uploaded forms. */
  documents: (DocumentReference | Consent)[];
};

function partsOf(facts: SummaryFacts, idOf: (key: string) => string): Parts {
  const { plan, papers } = facts;
  const bundle = planBundle(plan);
  const composition = resourceOf(bundle, 'Composition');
  const patient = resourceOf(bundle, 'Patient');
  const operator = resourceOf(bundle, 'Organization');
  const paper = resourceOf(bundle, 'DocumentReference');
  if (!composition || !patient || !operator || !paper) throw new Error('The plan lacks a part');
  const name = facts.house === null ? '' : plainCharacters(facts.house).trim();
  const author = bundle.entry?.find(({ fullUrl }) => fullUrl === paper.author?.[0]?.reference)?.resource;
  const consents = papers.map((form) => ({
    ...uploadedFormConsent(form, plan.baseUrl, plan.t.en),
    patient: refTo(patient),
  }));
  return {
    ...{ composition, patient, operator },
    house: name === '' ? null : { resourceType: 'Organization', id: idOf('house'), name },
    recorder: author && author !== patient ? author : null,
    documents: [planReference(paper, idOf('plan'), facts), ...consents],
  };
}

const uriSystem = 'urn:ietf:rfc:3986';

/**
 * Returns a summary for a hospital that has the signed plan in its section for advance care, and nothing else about the person: as a
 * patient summary its other sections say that nothing is known here, as a transfer summary they are left out. The same facts always
 * give the same bundle. No profile is claimed: both guides want facts that only a provider has.
 */
export function summaryBundle(kind: SummaryKind, facts: SummaryFacts): Bundle {
  const { plan, madeAt } = facts;
  const t = plan.t.en;
  const idOf = (key: string) => uuidOf(`${plan.planId}/${plan.version}/${kind}/${madeAt}/${key}`);
  const parts = partsOf(facts, idOf);
  const { patient, operator, house, recorder, documents } = parts;
  const title = t(`fhir.summary.${kind}`);
  const type = { ...loinc(types[kind]), text: title };
  const made = t('fhir.summary.made', { date: longDate(melbourneDate(new Date(madeAt)), 'en') });
  const first: Composition = {
    resourceType: 'Composition',
    id: idOf('composition'),
    language: 'en',
    text: narrativeOf(paragraph(made) + paragraph(t('fhir.summary.only'))),
    identifier: { system: uriSystem, value: `urn:uuid:${idOf('summary')}` },
    status: 'final',
    type,
    category: [type],
    subject: refTo(patient),
    date: madeAt,
    author: [refTo(house ?? operator)],
    title,
    custodian: refTo(operator),
    section: [
      planSection(facts, parts.composition, documents.map(refTo)),
      ...(kind === 'patient-summary'
        ? (['problems', 'allergies', 'medicines'] as const).map((each) => emptySection(each, t))
        : []),
    ],
  };
  const others = [patient, operator, house, ...documents, recorder].filter((each) => each !== null);
  return {
    resourceType: 'Bundle',
    id: idOf('bundle'),
    identifier: { system: uriSystem, value: `urn:uuid:${idOf('bundle')}` },
    type: 'document',
    timestamp: madeAt,
    entry: [first, ...others].map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource })),
  };
}
