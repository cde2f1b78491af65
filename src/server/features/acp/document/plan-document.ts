import { sql } from 'kysely';
import { isDuplicateRecord } from '../../../db/duplicate-record.ts';
import { codeAddress } from '../../../../domain/plan/emergency/code-address.ts';
import { melbourneDate, type IsoDate } from '../../../../domain/fields.ts';
import { catalogue } from '../../../../domain/i18n/catalogue.ts';
import type { Language, Translate } from '../../../../domain/i18n/texts.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { signedDays } from '../../../../domain/plan/signed-days.ts';
import { isWordedAsSigned, presentPlan } from '../../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../../domain/questionnaire/reading/voice.ts';
import { relationshipKey } from '../../../../domain/accounts/relationships.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { planDocument, type PlanDocument } from '../../../documents/plan/plan-document.ts';
import type { PlanFacts } from '../../../documents/plan/plan-facts.ts';
import { pdfFileName, plainFileName } from '../../../documents/plan/plan-file-name.ts';
import { findContactsForEmergency, type TrustedContact } from '../../sharing/api.ts';
import { getFrozenWords } from '../versions/frozen-words.ts';
import { pngOf } from '../signing/signature.ts';
import * as store from '../store.ts';
import type { Acp } from '../store.ts';
import { findVersion as findEarlier } from '../versions/versions-store.ts';

const translators = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

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

async function findVersion(
  tx: Tx,
  services: Services,
  userId: string,
  version: number | null,
): Promise<Acp | null> {
  const active = await store.findActiveOf(tx, services, userId);
  if (active?.status !== 'complete') return null;
  if (version === null || active.plan_version === version) return active;
  return findEarlier(tx, services, userId, version);
}

/** Returns the version that replaced a signed version, and when; null for the one in force (D-41). */
async function findSuccessor(tx: Tx, acp: Acp): Promise<{ by: number; on: IsoDate } | null> {
  if (acp.type === 'active') return null;
  const next = await tx
    .selectFrom('acps')
    // A restored version is older than the one it replaced.
    .select(['plan_version', sql<Date>`coalesce(restored_at, updated_at)`.as('since')])
    .where('user_id', '=', acp.user_id)
    .where('status', '=', 'complete')
    .where('plan_version', '>', acp.plan_version)
    .orderBy('plan_version')
    .limit(1)
    .executeTakeFirst();
  return next ? { by: next.plan_version, on: melbourneDate(next.since) } : null;
}

/** Returns when a version was signed, and last changed if that was later. */
function daysOf(acp: Acp): { signedOn: IsoDate; changedOn?: IsoDate } {
  const { signed, changed } = signedDays(acp);
  return { signedOn: signed, ...(changed && { changedOn: changed }) };
}

/**
 * Builds a signed plan's document: first in the requested language, else in its own. If either is Chinese, the document is in
 * both languages (D-37).
 */
async function documentOf(
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
  const { share_id, is_duplicate } = await tx
    .selectFrom('users')
    .select('share_id')
    .select(isDuplicateRecord('users.id').as('is_duplicate'))
    .where('id', '=', acp.user_id)
    .executeTakeFirstOrThrow();
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
      signature: { png: pngOf(acp.answers.signatureImage ?? ''), name: acp.answers.confirmName ?? '' },
      version: acp.plan_version,
      ...(replaced && { replaced }),
      ...(is_duplicate && { ofOtherRecord: true as const }),
      ...(speaksBoth && { paper }),
      ...daysOf(acp),
      downloadedOn: melbourneDate(now),
      url: codeAddress(services.config.publicUrl, share_id, acp.plan_version, 'pdf'),
    };
  };
  return planDocument(factsIn(lead), speaksBoth ? factsIn(lead === 'en' ? 'zh' : 'en') : null);
}

/** The requested plan: the version in force by default, in its own language by default. */
export type PlanAsked = { userId: string; version: number | null; language: Language | null };

export type FoundDocument = { document: PlanDocument; fileName: string; plainName: string };

/**
 * Returns a signed plan as a document to print, with its file name (GAP-49). Null while nothing is signed. The caller decides on
 * access.
 */
export async function findPlanDocument(
  tx: Tx,
  services: Services,
  now: Date,
  { userId, version, language }: PlanAsked,
): Promise<FoundDocument | null> {
  const acp = await findVersion(tx, services, userId, version);
  if (!acp) return null;
  const { firstName = '', lastName = '' } = acp.answers;
  const { signedOn, changedOn = signedOn } = daysOf(acp);
  const named = { firstName, lastName, version: acp.plan_version, date: changedOn, language: acp.language };
  return {
    document: await documentOf(tx, services, acp, language, now),
    fileName: pdfFileName(named),
    plainName: plainFileName(named),
  };
}
