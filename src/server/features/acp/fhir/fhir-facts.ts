import { planBundle } from '../../../../domain/fhir/bundle.ts';
import type { DocumentContact, DocumentFacts } from '../../../../domain/fhir/facts.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import { isWordedAsSigned } from '../../../../domain/questionnaire/reading/present.ts';
import { medicarePlace } from '../../../db/sealing/account-secrets.ts';
import type { PlanDocument } from '../../../documents/plan/plan-document.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { findContactsForEmergency, type TrustedContact } from '../../sharing/api.ts';
import { documentOf, namesOf } from '../document/plan-document.ts';
import { findSignedVersion, findSuccessor, isOfArchivedRecord } from '../document/signed-version.ts';
import { getPlanOwner, type Acp } from '../store.ts';
import { getFrozenWords } from '../versions/frozen-words.ts';

/** A signed version for health services, before its PDF is made. */
export type FoundFhir = {
  facts: Omit<DocumentFacts, 'pdf'>;
  document: PlanDocument;
  /** The name of the PDF, and that of the file with the FHIR document. */
  pdfName: string;
  fileName: string;
  plainName: string;
};

type FhirAsked = {
  userId: string;
  version: number | null;
  /** Whether the Medicare number may be in it: for the person alone. */
  withMedicare: boolean;
};

const contactOf = (contact: TrustedContact): DocumentContact => ({
  id: contact.id,
  name: contact.name,
  relationship: contact.relationship,
  phone: contact.phone,
  substitute: contact.substitutedDecisionMaker,
  guardian: contact.enduringGuardian,
  pending: contact.status === 'pending',
});

/**
 * Returns what the FHIR document of a signed version contains. Null while nothing is signed, and for an unknown version. The
 * caller decides on access.
 */
export async function findPlanFhir(
  tx: Tx,
  services: Services,
  now: Date,
  { userId, version, withMedicare }: FhirAsked,
): Promise<FoundFhir | null> {
  const acp = await findSignedVersion(tx, services, userId, version);
  if (!acp) return null;
  const { fileName, plainName } = namesOf(acp);
  const asFhir = (name: string) => name.replace(/\.pdf$/, '.fhir.json');
  return {
    facts: await factsOf(tx, services, acp, withMedicare),
    // The paper of a plan in Chinese is in both languages, here with the English first.
    document: await documentOf(tx, services, acp, 'en', now),
    pdfName: fileName,
    fileName: asFhir(fileName),
    plainName: asFhir(plainName),
  };
}

async function factsOf(
  tx: Tx,
  services: Services,
  acp: Acp,
  withMedicare: boolean,
): Promise<FoundFhir['facts']> {
  const { config } = services;
  const { for_my_self, account_owner } = await getPlanOwner(tx, acp.user_id);
  const replaced = await findSuccessor(tx, acp);
  const contacts = await findContactsForEmergency(tx, acp.user_id);
  const signedAt = acp.completed_at ?? acp.updated_at;
  return {
    baseUrl: config.publicUrl,
    planId: await planIdOf(tx, acp.user_id),
    version: acp.plan_version,
    language: acp.language,
    definitionVersion: acp.definition_version,
    answers: acp.answers,
    owner: { for_my_self, account_owner },
    signed: isWordedAsSigned(acp) ? await getFrozenWords(tx, services, acp.id) : null,
    signedAt: signedAt.toISOString(),
    ...(acp.updated_at > signedAt && { changedAt: acp.updated_at.toISOString() }),
    ...(replaced && { replaced }),
    ...((await isOfArchivedRecord(tx, acp.user_id)) && { ofOtherRecord: true as const }),
    medicare: withMedicare ? await findMedicare(tx, services, acp.user_id) : null,
    operator: { name: config.company.name, phone: config.help.phone },
    contacts: contacts.map(contactOf),
    t: translators,
  };
}

/** Returns the id that all versions of a plan share: that of the one in force, whose row stays when it is replaced. */
async function planIdOf(tx: Tx, userId: string): Promise<string> {
  const { id } = await tx
    .selectFrom('acps')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'active')
    .executeTakeFirstOrThrow();
  return id;
}

async function findMedicare(tx: Tx, { keyring }: Services, userId: string): Promise<string | null> {
  const { medicare_sealed } = await tx
    .selectFrom('users')
    .select('medicare_sealed')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return medicare_sealed && keyring.open(medicarePlace(userId), medicare_sealed);
}

/** Returns the FHIR document as JSON. `pdf` is the typeset `document` of the found version, and is contained in it. */
export function fhirFile({ facts, pdfName }: FoundFhir, pdf: Uint8Array): string {
  const base64 = Buffer.from(pdf).toString('base64');
  return JSON.stringify(planBundle({ ...facts, pdf: { base64, size: pdf.length, title: pdfName } }));
}
