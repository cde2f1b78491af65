import type { DocumentReference } from 'fhir/r4';
import { longDate, type IsoDate } from '../../fields.ts';
import type { Translate } from '../../i18n/texts.ts';
import { documentClass, documentType } from '../codes.ts';
import { uuidOf } from '../uuid.ts';
import { documentIdOf } from './record-ids.ts';

/** A signed version of a resident's plan, without its answers. Instants are ISO texts in UTC. */
export type SignedVersion = {
  patientId: string;
  /** Id of the plan, the same for all its versions. */
  planId: string;
  version: number;
  /** False for a version that was replaced, and for the plan of an archived record of a person of whom another record is kept. */
  isCurrent: boolean;
  /** When it was signed, or last changed and confirmed. */
  at: string;
  /** The last change of the reference: when the version was signed, changed, restored or replaced, or the resident moved in. */
  changedAt: string;
  /** The newest paper from elsewhere that is in use, for the version in force (D-60); null without one. */
  paperAdded: IsoDate | null;
  /** Whether staff locked the plan, so that the person cannot change it. Only the version in force. */
  isLocked: boolean;
  /** Whether the plan is marked as external (D-51). Only the version in force. */
  isExternal: boolean;
};

type Site = { baseUrl: string; operator: string; t: Translate };

const uriSystem = 'urn:ietf:rfc:3986';

const identifierOf = ({ planId }: SignedVersion, version: number) => ({
  system: uriSystem,
  value: `urn:uuid:${uuidOf(`${planId}/${version}`)}`,
});

/** Returns the reference to a signed version. Its identifier is that of the version's document, wherever that was downloaded. */
export function signedVersionReference(
  signed: SignedVersion,
  { baseUrl, operator, t }: Site,
): DocumentReference {
  const { patientId, version, at, changedAt, isCurrent, paperAdded, isLocked, isExternal } = signed;
  const id = documentIdOf(signed);
  const remarks = [
    ...(paperAdded === null ? [] : [t('fhir.records.papersBeside', { date: longDate(paperAdded, 'en') })]),
    ...(isExternal ? [t('fhir.records.external')] : []),
    ...(isLocked ? [t('fhir.records.locked')] : []),
  ];
  const title = `${t('fhir.title')}, version ${version}`;
  const contentOf = (type: 'Binary' | 'Bundle', contentType: string) => ({
    attachment: { contentType, url: `${baseUrl}/fhir/${type}/${id}`, title, creation: at },
  });
  return {
    resourceType: 'DocumentReference',
    id,
    meta: { lastUpdated: changedAt },
    masterIdentifier: identifierOf(signed, version),
    status: isCurrent ? 'current' : 'superseded',
    docStatus: 'final',
    type: { coding: documentType, text: t('fhir.title') },
    category: [{ coding: documentClass, text: t('fhir.class') }],
    subject: { reference: `Patient/${patientId}` },
    date: at,
    custodian: { display: operator.trim() === '' ? 'Wattle' : operator },
    ...(version > 1 && {
      relatesTo: [{ code: 'replaces', target: { identifier: identifierOf(signed, version - 1) } }],
    }),
    ...(remarks.length > 0 && { description: remarks.join(' ') }),
    content: [contentOf('Binary', 'application/pdf'), contentOf('Bundle', 'application/fhir+json')],
  };
}
