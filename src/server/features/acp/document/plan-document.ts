import { codeAddress } from '../../../../domain/plan/emergency/code-address.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import type { Language, Translate } from '../../../../domain/i18n/texts.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import { isWordedAsSigned, presentPlan } from '../../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../../domain/questionnaire/reading/voice.ts';
import { relationshipKey } from '../../../../domain/accounts/relationships.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { planDocument, type PlanDocument } from '../../../documents/plan/plan-document.ts';
import type { PlanFacts } from '../../../documents/plan/plan-facts.ts';
import {
  healthRecordFileName,
  pdfFileName,
  plainFileName,
  plainHealthRecordFileName,
  type NamedPlan,
} from '../../../documents/plan/plan-file-name.ts';
import { findContactsForEmergency, type TrustedContact } from '../../sharing/api.ts';
import { getFrozenWords } from '../versions/frozen-words.ts';
import { signaturePictureOf } from '../signing/signature.ts';
import * as store from '../store.ts';
import type { Acp } from '../store.ts';
import { daysOf, findSignedVersion, findSuccessor, isOfArchivedRecord } from './signed-version.ts';

const planContact = (contact: TrustedContact, t: Translate) => {
  const key = relationshipKey(contact.relationship);
  return {
    name: contact.name,
    relationship: key ? t(key) : contact.relationship,
    phone: contact.phone,
    substitute: contact.substitutedDecisionMaker,
    pending: contact.status === 'pending',
  };
};

/**
 * Builds a signed plan's document: first in the requested language, else in its own. If either is Chinese, the document is in
 * both languages (D-37).
 */
export async function documentOf(
  tx: Tx,
  services: Services,
  acp: Acp,
  asked: Language | null,
  now: Date,
): Promise<PlanDocument> {
  const lead = asked ?? acp.language;
  const speaksBoth = lead !== 'en' || acp.language !== 'en';
  const owner = await store.getPlanOwner(tx, acp.user_id);
  const contacts = await findContactsForEmergency(tx, acp.user_id);
  const { share_id } = await tx
    .selectFrom('users')
    .select('share_id')
    .where('id', '=', acp.user_id)
    .executeTakeFirstOrThrow();
  const isOfOtherRecord = await isOfArchivedRecord(tx, acp.user_id);
  const signed = isWordedAsSigned(acp) ? await getFrozenWords(tx, services, acp.id) : null;
  const replaced = await findSuccessor(tx, acp);
  const paper = {
    signedIn: acp.language,
    oneLanguageOnly: signed !== null && signed.twin === undefined,
  };
  const factsIn = (language: Language): PlanFacts => {
    const t = translators[language];
    const voice = voiceOf(owner, acp.answers, t);
    // Signed texts are not translated later: they stay as they were stored.
    const signed_sections =
      signed && (signed.twin?.language === language ? signed.twin.sections : signed.sections);
    return {
      language,
      t,
      voice,
      answers: acp.answers,
      sections: presentPlan({ ...acp, signed_sections }, { t, voice }),
      wordedAsSigned: signed !== null,
      careProvider: owner.careProvider ?? '--',
      contacts: contacts.map((contact) => planContact(contact, t)),
      signature: { ...signaturePictureOf(acp.answers.signatureImage), name: acp.answers.confirmName ?? '' },
      version: acp.plan_version,
      ...(replaced && { replaced }),
      ...(isOfOtherRecord && { ofOtherRecord: true as const }),
      ...(speaksBoth && { paper }),
      ...daysOf(acp),
      downloadedOn: melbourneDate(now),
      url: codeAddress(services.config.publicUrl, share_id, acp.plan_version, 'pdf'),
    };
  };
  return planDocument(factsIn(lead), speaksBoth ? factsIn(lead === 'en' ? 'zh' : 'en') : null);
}

/**
 * The requested plan: the version in force by default, in its own language by default. `forHealthRecord`: named as My Health
 * Record asks.
 */
export type PlanAsked = {
  userId: string;
  version: number | null;
  language: Language | null;
  forHealthRecord?: boolean;
};

export type FoundDocument = { document: PlanDocument; fileName: string; plainName: string };

/**
 * Returns a signed plan as a document to print, with its file name (GAP-49). Null while nothing is signed. The caller decides on
 * access.
 */
export async function findPlanDocument(
  tx: Tx,
  services: Services,
  now: Date,
  { userId, version, language, forHealthRecord = false }: PlanAsked,
): Promise<FoundDocument | null> {
  const acp = await findSignedVersion(tx, services, userId, version);
  if (!acp) return null;
  const names = forHealthRecord ? healthRecordNamesOf(acp) : namesOf(acp);
  return { document: await documentOf(tx, services, acp, language, now), ...names };
}

type Names = Omit<FoundDocument, 'document'>;

/** Returns the file names of a version as a PDF. */
export function namesOf(acp: Acp): Names {
  const plan = namedPlanOf(acp);
  return { fileName: pdfFileName(plan), plainName: plainFileName(plan) };
}

function healthRecordNamesOf(acp: Acp): Names {
  const plan = namedPlanOf(acp);
  return { fileName: healthRecordFileName(plan), plainName: plainHealthRecordFileName(plan) };
}

function namedPlanOf(acp: Acp): NamedPlan {
  const { firstName = '', lastName = '' } = acp.answers;
  const { signedOn, changedOn = signedOn } = daysOf(acp);
  return { firstName, lastName, version: acp.plan_version, date: changedOn, language: acp.language };
}
