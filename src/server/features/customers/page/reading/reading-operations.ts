import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../../../domain/errors.ts';
import { translators } from '../../../../../domain/i18n/translators.ts';
import { listOf, type Answers } from '../../../../../domain/questionnaire/answers.ts';
import {
  emergencyFacts,
  type EmergencyFacts,
} from '../../../../../domain/questionnaire/reading/emergency-facts.ts';
import {
  isWordedAsSigned,
  presentPlan,
  type Section,
} from '../../../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../../../domain/questionnaire/reading/voice.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { findCustomer, type Customer } from '../../../../pipeline/subjects.ts';
import type { Work } from '../../../../pipeline/work.ts';
import {
  findActiveOf,
  findPlanDocument,
  findVersion,
  getPlanOwner,
  withSignedWordsIn,
} from '../../../acp/api.ts';
import { findEmergencyPlanOf, readView, standingIn, type EmergencyPlan } from '../../../emergency/api.ts';
import { notifyOfReading, staffIdOf } from './record-reading.ts';

const id = z.string().check(z.uuid());
const language = z.nullish(z.enum(['en', 'zh']));
/** Number of a signed version, from 1. */
const planVersion = z.nullish(z.int().check(z.gte(1), z.lte(2_147_483_647)));

/** A customer's signed plan as staff read it. */
export type OpenedPlan = {
  id: string;
  language: 'en' | 'zh';
  definition_version: number;
  /** Without the image of the signature. */
  answers: Answers;
  version: number;
  plan_version: number;
  signed_at: Date | null;
  changed_at: Date;
  /** The language of `sections`. */
  words_in: 'en' | 'zh';
  sections: readonly Section[];
  /** Null if the plan was signed under another definition: then only the signed text is valid. */
  facts: EmergencyFacts | null;
  minimum_quality_of_life: string[];
};

/** Staff see that it was signed, by whom and when, but not the image, which could be copied to another document. */
const withoutSignature = ({ signatureImage: _, ...answers }: Answers): Answers => answers;

/** Returns the ticked items of the list in the texts of the plan's rows (CDET-04). */
function tickedItems(answers: Answers, sections: readonly Section[]): string[] {
  if (listOf(answers, 'minimumQolList').length === 0) return [];
  return sections.flatMap(({ rows }) =>
    rows.filter(({ key }) => key === 'minimumQolList').flatMap(({ lines }) => lines),
  );
}

type Opening = Pick<
  Work<{ language?: 'en' | 'zh' | null | undefined; plan_version?: number | null | undefined }, Customer>,
  'input' | 'subject' | 'tx' | 'services' | 'now' | 'actor' | 'emit' | 'auditDetails'
>;

/** Reads a customer's signed plan, and records it. @throws AppError `not-found` without such a version */
export async function readPlan(work: Opening): Promise<OpenedPlan> {
  const { input, subject, tx, services, auditDetails } = work;
  const inForce = await findActiveOf(tx, services, subject.ownerId);
  const asked = input.plan_version ?? inForce?.plan_version ?? 0;
  const isInForce = asked === inForce?.plan_version && inForce.status === 'complete';
  const found =
    isInForce || input.plan_version == null
      ? inForce
      : await findVersion(tx, services, subject.ownerId, asked);
  if (found?.status !== 'complete') throw new AppError('not-found');
  const lang = input.language ?? 'en';
  const acp = await withSignedWordsIn(tx, services, found, lang);
  const t = translators[lang];
  const voice = voiceOf(await getPlanOwner(tx, subject.ownerId), acp.answers, t);
  const sections = presentPlan(acp, { t, voice });
  auditDetails({ plan_version: acp.plan_version });
  await notifyOfReading(work);
  const isOld = isWordedAsSigned(acp);
  return {
    id: acp.id,
    language: acp.language,
    definition_version: acp.definition_version,
    answers: withoutSignature(acp.answers),
    version: acp.version,
    plan_version: acp.plan_version,
    signed_at: acp.completed_at,
    changed_at: acp.updated_at,
    words_in: isOld ? acp.words_in : lang,
    sections,
    facts: isOld ? null : emergencyFacts(acp.answers),
    minimum_quality_of_life: tickedItems(acp.answers, sections),
  };
}

/**
 * Opens a customer's signed plan for staff. Each opening is recorded in the customer's trail and in the list of openings; the
 * customer is notified once a day for each staff member (D-17). An earlier version can be requested.
 * @throws AppError `not-found` when the version does not exist, while nothing is signed, and for a plan that consists of
 * documents
 */
export const openCustomerPlan = operation({
  name: 'openCustomerPlan',
  kind: 'write',
  input: z.strictObject({ id, language, plan_version: planVersion }),
  access: { action: 'customer.readPlan', subject: (input, loading) => findCustomer(input.id, loading) },
  run: readPlan,
});

/**
 * Returns a customer's signed plan as a printable document, for staff; recorded and announced like `openCustomerPlan`. A version
 * other than the current one can be requested.
 * @throws AppError `not-found` when the version does not exist, and for a plan that consists of documents
 */
export const downloadCustomerPlan = operation({
  name: 'downloadCustomerPlan',
  kind: 'write',
  input: z.strictObject({ id, language, version: planVersion }),
  access: { action: 'customer.readPlan', subject: (input, loading) => findCustomer(input.id, loading) },
  async run(work) {
    const { input, subject, tx, services, now, auditDetails } = work;
    const { version = null, language: asked = null } = input;
    const found = await findPlanDocument(tx, services, now, {
      userId: subject.ownerId,
      version,
      language: asked,
    });
    if (!found) throw new AppError('not-found');
    auditDetails({ version });
    await notifyOfReading(work);
    return found;
  },
});

/**
 * Returns the emergency facts and the room of a customer for staff, in English whatever the plan's language, in every state of the account and
 * of the plan (D-61). Recorded and announced like `openCustomerPlan`; without a plan or documents nothing was opened, and the
 * customer is not notified. `handover` is the house whose handover list they are printed on; `table` is true for a row of the table of
 * customers, which is no emergency either.
 * @throws AppError `not-found` if the customer is no longer in the house of the handover list
 */
export const readCustomerEmergency = operation({
  name: 'readCustomerEmergency',
  kind: 'write',
  input: z.strictObject({ id, handover: z.optional(id), table: z.optional(z.literal(true)) }),
  access: { action: 'customer.readPlan', subject: (input, loading) => findCustomer(input.id, loading) },
  async run(work) {
    const { input, subject, tx, services, auditDetails } = work;
    const { handover, table } = input;
    if (handover !== undefined && subject.provider_id !== handover) throw new AppError('not-found');
    const found = await findEmergencyPlanOf(tx, services, subject.ownerId);
    if (!found) throw new AppError('not-found');
    const read = whatIsRead(found);
    auditDetails({
      ...(handover !== undefined && { handover }),
      ...(table ? { ...read, table } : { plan: read.plan }),
    });
    if (read.plan) await notifyOfReading(work);
    return readFacts(work, found);
  },
});

/** Returns whether there is a plan or directive to read, and the version of a signed plan. */
function whatIsRead({ acp, files }: EmergencyPlan): { plan: boolean; plan_version?: number } {
  const standing = standingIn({ acp, files });
  return {
    plan: standing !== 'none',
    ...(acp && standing === 'signed' && { plan_version: acp.plan_version }),
  };
}

/** Returns the facts of an emergency plan in English, and the room. */
async function readFacts(
  { tx, services, now, subject }: Pick<Work<unknown, Customer>, 'tx' | 'services' | 'now' | 'subject'>,
  found: EmergencyPlan,
) {
  const opened = { scanned: null, openedAt: now, closesAt: now, now };
  const { room } = await tx
    .selectFrom('users')
    .select('room')
    .where('id', '=', subject.ownerId)
    .executeTakeFirstOrThrow();
  return { ...(await readView(tx, services, found, { language: 'en', ...opened })), room };
}

/** Time in which the same row of the table is one reading, in minutes. */
const oneReadingMinutes = 10;

/**
 * Returns what `readCustomerEmergency` returns for a row of the table of customers, if the caller's newest reading of that row is
 * of the same version of the plan and less than ten minutes old: it is the same reading, and is not recorded again. Null if the
 * reading must be recorded.
 */
export const readCustomerEmergencyAgain = operation({
  name: 'readCustomerEmergencyAgain',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'customer.readPlan', subject: (input, loading) => findCustomer(input.id, loading) },
  async run(work) {
    const { subject, tx, services, now } = work;
    const since = new Date(now.getTime() - oneReadingMinutes * 60_000);
    const last = await tx
      .selectFrom('audit_log')
      .select('details')
      .where('chain', '=', subject.ownerId)
      .where('action', '=', 'readCustomerEmergency')
      .where('actor_id', '=', staffIdOf(work))
      .where('at', '>', since)
      .where(sql<boolean>`details ? 'table'`)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const found = last && (await findEmergencyPlanOf(tx, services, subject.ownerId));
    if (!found) return null;
    // A plan or version that was signed since then was not read yet.
    const { plan, plan_version } = whatIsRead(found);
    const isSame = plan === last.details['plan'] && plan_version === last.details['plan_version'];
    return isSame ? readFacts(work, found) : null;
  },
});
