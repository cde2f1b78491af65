import { createHash } from 'node:crypto';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Subjects } from '../../../domain/access/subjects.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import {
  isWordedAsSigned,
  type Section,
  type StoredPlan,
} from '../../../domain/questionnaire/reading/present.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import { planOf } from '../../pipeline/subjects.ts';
import { keepSignature, openSignature } from './signature-store.ts';
import type { AcpsTable } from '../../db/tables/plans.ts';

export type AcpRow = Selectable<AcpsTable>;

/** A plan with its answers open. */
export type Acp = Omit<AcpRow, 'answers_sealed' | 'snapshot_sealed' | 'kept_at'> &
  Subjects['plan'] & { answers: Answers };

type SealedAcp = Omit<AcpRow, 'snapshot_sealed' | 'kept_at'> & { signature_sealed: Buffer | null };
type Sealing = Pick<Services, 'keyring'>;

function open({ keyring }: Sealing, row: SealedAcp): Acp {
  const { answers_sealed, signature_sealed, ...rest } = row;
  const answers = keyring.openJson<Answers>(place('acps', 'answers_sealed', row.id), answers_sealed);
  if (row.signature_id !== null && signature_sealed)
    answers.signatureImage = openSignature({ keyring }, row.signature_id, signature_sealed);
  return { ...rest, kind: 'plan', ownerId: row.user_id, answers };
}

/** Answers as a plan's row holds them: the picture of the signature is kept apart from them, once. */
function withoutPicture(answers: Answers): Answers {
  if (answers.signatureImage === undefined) return answers;
  const { signatureImage: _, ...others } = answers;
  return others;
}

/** Plain text instead of built queries where every save and every opened card passes. */
const columns = sql`id, user_id, type, status, version, plan_version, definition_version, language, answers_sealed,
  snapshot_sha256, locked, external, share_date, completed_at, created_at, updated_at, signature_id,
  locked_at, locked_by, restored_at, restored_from,
  (select picture_sealed from signatures where signatures.id = acps.signature_id) as signature_sealed`;

/** The first plan, in force or earlier, that a condition names. */
export async function findOne(
  tx: Tx,
  services: Sealing,
  condition: RawBuilder<unknown>,
): Promise<Acp | null> {
  const { rows } = await sql<SealedAcp>`select ${columns} from acps where ${condition}`.execute(tx);
  return rows[0] ? open(services, rows[0]) : null;
}

const findInForce = (tx: Tx, services: Sealing, condition: RawBuilder<unknown>): Promise<Acp | null> =>
  findOne(tx, services, sql`type = 'active' and ${condition}`);

/** The plan of that id that is in force; with `lock`, locked against other changes until the transaction ends. */
export const findActive = (
  tx: Tx,
  services: Sealing,
  id: string,
  { lock }: { lock: boolean } = { lock: false },
): Promise<Acp | null> => findInForce(tx, services, lock ? sql`id = ${id} for update` : sql`id = ${id}`);

export const findActiveOf = (tx: Tx, services: Sealing, userId: string): Promise<Acp | null> =>
  findInForce(tx, services, sql`user_id = ${userId}`);

/** The same, locked against other changes until the transaction ends. */
export const findActiveOfForChange = (tx: Tx, services: Sealing, userId: string): Promise<Acp | null> =>
  findInForce(tx, services, sql`user_id = ${userId} for update`);

/**
 * A plan with the words that were signed, where only these say what it says: read from the database only then.
 * @throws Error when their SHA-256 is not the one that was stored
 */
export async function withSignedWords<Plan extends Omit<StoredPlan, 'signed_sections'> & { id: string }>(
  tx: Tx,
  services: Sealing,
  plan: Plan,
): Promise<Plan & StoredPlan> {
  return {
    ...plan,
    signed_sections: isWordedAsSigned(plan) ? await getFrozenSections(tx, services, plan.id) : null,
  };
}

/**
 * The same for a reader of one language: with the words that were signed in it, where they were kept in it too. `words_in` is their
 * language.
 */
export async function withSignedWordsIn<
  Plan extends Omit<StoredPlan, 'signed_sections'> & { id: string; language: Language },
>(
  tx: Tx,
  services: Sealing,
  plan: Plan,
  language: Language,
): Promise<Plan & StoredPlan & { words_in: Language }> {
  if (!isWordedAsSigned(plan)) return { ...plan, signed_sections: null, words_in: plan.language };
  const { twin, ...own } = await getFrozenWords(tx, services, plan.id);
  const words = twin?.language === language ? twin : own;
  return { ...plan, signed_sections: words.sections, words_in: words.language };
}

/** The rows of a signed plan as they were read when it was signed; see `getFrozenWords`. */
export const getFrozenSections = async (tx: Tx, services: Sealing, acpId: string): Promise<Section[]> =>
  (await getFrozenWords(tx, services, acpId)).sections;

/** Rows in the language that a plan was signed in, and in English, where that is another one and they were kept. */
type WordsIn = { language: 'en' | 'zh'; sections: Section[] };
export type FrozenWords = WordsIn & { twin?: WordsIn };

/**
 * The words of a signed plan as they were read when it was signed.
 * @throws Error when their SHA-256 is not the one that was stored
 */
export async function getFrozenWords(tx: Tx, { keyring }: Sealing, acpId: string): Promise<FrozenWords> {
  const row = await tx
    .selectFrom('acps')
    .select(['snapshot_sealed', 'snapshot_sha256'])
    .where('id', '=', acpId)
    .executeTakeFirstOrThrow();
  if (!row.snapshot_sealed || !row.snapshot_sha256) throw new Error('The plan has no signed rows');
  const text = keyring.open(place('acps', 'snapshot_sealed', acpId), row.snapshot_sealed);
  if (!createHash('sha256').update(text, 'utf8').digest().equals(row.snapshot_sha256))
    throw new Error('The signed rows were changed');
  return JSON.parse(text) as FrozenWords;
}

/** Whose plan a signed state belongs to, in force or earlier; null for an unknown id, and for a draft. */
export async function findSignedState(tx: Tx, id: string): Promise<Subjects['plan'] | null> {
  const row = await tx
    .selectFrom('acps')
    .select('user_id')
    .where('id', '=', id)
    .where('snapshot_sealed', 'is not', null)
    .executeTakeFirst();
  return row ? planOf(row.user_id) : null;
}

/** An empty draft: what every account starts with. */
export async function insertDraft(
  tx: Tx,
  services: Sealing,
  userId: string,
  language: 'en' | 'zh',
  now: Date,
): Promise<string> {
  const id = crypto.randomUUID();
  await tx
    .insertInto('acps')
    .values({
      id,
      user_id: userId,
      language,
      answers_sealed: services.keyring.sealJson(place('acps', 'answers_sealed', id), {}),
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

export type Change = {
  id: string;
  status: 'draft' | 'complete';
  version: number;
  plan_version: number;
  definition_version: number;
  language: 'en' | 'zh';
  completed_at: Date;
  share_date: Date | null;
  updated_at: Date;
  answers: Answers;
  /** The readable plan as signed, with the SHA-256 of its text; none for a draft; or that of before. */
  snapshot: { text: string; sha256: Buffer } | null | 'kept';
};

/** The statement that puts a saved state in place of the one before. */
export function updateOfActive({ keyring }: Sealing, change: Change): RawBuilder<unknown> {
  const { id, answers, snapshot } = change;
  const answersSealed = keyring.sealJson(place('acps', 'answers_sealed', id), withoutPicture(answers));
  const snapshotChange =
    snapshot === 'kept'
      ? sql``
      : sql`, snapshot_sealed = ${snapshot && keyring.seal(place('acps', 'snapshot_sealed', id), snapshot.text)},
      snapshot_sha256 = ${snapshot?.sha256 ?? null}`;
  return sql`
    update acps set
      status = ${change.status}, version = ${change.version}, plan_version = ${change.plan_version},
      definition_version = ${change.definition_version}, language = ${change.language},
      completed_at = ${change.completed_at}, share_date = ${change.share_date}, updated_at = ${change.updated_at},
      answers_sealed = ${answersSealed}${snapshotChange}${snapshot === 'kept' ? sql`` : sql`, restored_at = null, restored_from = null`}
    where id = ${id}`;
}

/** Keeps the state of a signed plan as it is now, before a change replaces it. */
export async function keepRevision(tx: Tx, { keyring }: Sealing, acp: Acp, now: Date): Promise<void> {
  const source = await tx
    .selectFrom('acps')
    .select(['snapshot_sealed', 'snapshot_sha256'])
    .where('id', '=', acp.id)
    .executeTakeFirstOrThrow();
  const id = crypto.randomUUID();
  const { signatureImage } = acp.answers;
  const snapshot = source.snapshot_sealed
    ? keyring.open(place('acps', 'snapshot_sealed', acp.id), source.snapshot_sealed)
    : null;
  await tx
    .insertInto('acps')
    .values({
      id,
      user_id: acp.user_id,
      type: 'revision',
      status: acp.status,
      version: acp.version,
      plan_version: acp.plan_version,
      definition_version: acp.definition_version,
      language: acp.language,
      answers_sealed: keyring.sealJson(place('acps', 'answers_sealed', id), withoutPicture(acp.answers)),
      signature_id: signatureImage ? await keepSignature(tx, { keyring }, acp.user_id, signatureImage) : null,
      kept_at: now,
      snapshot_sealed:
        snapshot === null ? null : keyring.seal(place('acps', 'snapshot_sealed', id), snapshot),
      snapshot_sha256: source.snapshot_sha256,
      locked: acp.locked,
      external: acp.external,
      restored_at: acp.restored_at,
      restored_from: acp.restored_from,
      share_date: acp.share_date,
      completed_at: acp.completed_at,
      created_at: acp.created_at,
      updated_at: acp.updated_at,
    })
    .execute();
}

/** A signed plan stands in the list of files too, so that its status and its files agree (CON-15). */
export async function keepQuestionnaireFile(
  tx: Tx,
  userId: string,
  fileName: string,
  now: Date,
): Promise<void> {
  const kept = await tx
    .updateTable('files')
    .set({ file_name: fileName, activated_timestamp: now })
    .where('user_id', '=', userId)
    .where('is_questionnaire', '=', true)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (kept.numUpdatedRows > 0n) return;
  await tx
    .insertInto('files')
    .values({
      user_id: userId,
      category: 'ACP',
      file_name: fileName,
      is_active: true,
      activated_timestamp: now,
      is_uploaded: false,
      is_questionnaire: true,
    })
    .execute();
}

export type PlanOwner = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  for_my_self: boolean;
  account_owner: string;
  language: 'en' | 'zh';
  dob: string | null;
  postcode: string | null;
  provider_id: string | null;
  careProvider: string | null;
};

/** The person whose plan it is, with the name of the care provider: the provider's, else the attached facility's. */
export async function getPlanOwner(tx: Tx, userId: string): Promise<PlanOwner> {
  return tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .leftJoin('customer_providers', 'customer_providers.id', 'users.customer_provider_id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.for_my_self',
      'users.account_owner',
      'users.language',
      'users.dob',
      'users.postcode',
      'users.provider_id',
      sql<string | null>`coalesce(providers.name, customer_providers.provider_name)`.as('careProvider'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}
