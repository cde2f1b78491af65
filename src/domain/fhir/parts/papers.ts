import type { DocumentReference, Identifier, Provenance } from 'fhir/r4';
import { melbourneDate, longDate } from '../../fields.ts';
import { textOf } from '../../questionnaire/answers.ts';
import { documentClass, documentType } from '../codes.ts';
import { narrativeOf, paragraph } from './narrative.ts';
import { uuidOf } from '../uuid.ts';
import { concept, type Part, type Writing } from './writing.ts';

const uriSystem = 'urn:ietf:rfc:3986';

/** Returns the identifier of a version of the plan: that of its bundle. */
export const versionIdentifier = ({ facts }: Writing, version: number): Identifier => ({
  system: uriSystem,
  value: `urn:uuid:${uuidOf(`${facts.planId}/${version}`)}`,
});

/** Returns the identifier that all versions of the plan share. */
export const planIdentifier = ({ facts }: Writing): Identifier => ({
  system: uriSystem,
  value: `urn:uuid:${uuidOf(facts.planId)}`,
});

/** Whether this state of the plan is no longer the person's plan in force. */
export const isSuperseded = ({ facts }: Writing): boolean =>
  facts.replaced !== undefined || facts.ofOtherRecord === true;

/** Returns the PDF of the version. */
export function documentReferenceOf(writing: Writing): DocumentReference {
  const { facts, en, at, author, idOf, refTo } = writing;
  const { pdf, version } = facts;
  return {
    resourceType: 'DocumentReference',
    id: idOf('paper'),
    masterIdentifier: { system: uriSystem, value: `urn:uuid:${idOf('paper')}` },
    status: isSuperseded(writing) ? 'superseded' : 'current',
    docStatus: 'final',
    type: concept(en.t('fhir.title'), undefined, documentType),
    category: [concept(en.t('fhir.class'), undefined, documentClass)],
    subject: refTo('patient'),
    date: at,
    author: [author],
    custodian: refTo('operator'),
    ...(version > 1 && {
      relatesTo: [{ code: 'replaces', target: { identifier: versionIdentifier(writing, version - 1) } }],
    }),
    content: [
      {
        attachment: {
          contentType: 'application/pdf',
          // The paper of a plan in Chinese has everything in English too, and English first (D-37).
          language: 'en',
          data: pdf.base64,
          size: pdf.size,
          title: pdf.title,
          creation: at,
        },
      },
    ],
  };
}

const signatureType = { system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.1' };

/**
 * Returns who signed and when, and for a plan that was changed after its signature who confirmed the change: the signature then
 * points at the plan as it was, never at words written later. Without the picture of the signature, which is in the PDF.
 */
export function provenanceParts(writing: Writing): Part[] {
  const { facts, en, refTo } = writing;
  const name = textOf(facts.answers, 'confirmName');
  const day = (instant: string) => longDate(melbourneDate(new Date(instant)), 'en');
  const content = [refTo('composition'), refTo('answers'), refTo('paper')];
  const signed = en.t('fhir.signed', { name, date: day(facts.signedAt) });
  if (facts.changedAt === undefined)
    return [{ key: 'signed', resource: signedProvenance(writing, content, signed) }];
  const before = { identifier: planIdentifier(writing), display: en.t('fhir.before') };
  const changed = en.t('pdf.signature.changed', { name, date: day(facts.changedAt) });
  return [
    { key: 'signed', resource: signedProvenance(writing, [before], signed) },
    { key: 'changed', resource: provenanceOf(writing, 'changed', content, facts.changedAt, changed) },
  ];
}

const signedProvenance = (writing: Writing, target: Provenance['target'], words: string): Provenance => ({
  ...provenanceOf(writing, 'signed', target, writing.facts.signedAt, words),
  signature: [{ type: [signatureType], when: writing.facts.signedAt, who: writing.author }],
});

function provenanceOf(
  { author, idOf, en }: Writing,
  key: 'signed' | 'changed',
  target: Provenance['target'],
  recorded: string,
  words: string,
): Provenance {
  return {
    resourceType: 'Provenance',
    id: idOf(key),
    text: narrativeOf(paragraph(words)),
    target,
    recorded,
    activity: concept(en.t(`fhir.activity.${key}`), undefined, [
      {
        system: 'http://terminology.hl7.org/CodeSystem/v3-DataOperation',
        code: key === 'signed' ? 'CREATE' : 'UPDATE',
      },
    ]),
    agent: [{ who: author }],
  };
}
