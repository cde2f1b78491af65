import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Subjects } from '../../../domain/access/subjects.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import { planOf } from '../../pipeline/subjects.ts';
import { findSnapshot } from './versions/frozen-words.ts';
import { keepSignature, openSignature } from './signing/signature-store.ts';
import type { AcpsTable } from '../../db/tables/plans.ts';

export type AcpRow = Selectable<AcpsTable>;

/** A plan with its answers opened. */
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

/** Returns answers in the form of a plan's row: the picture of the signature is stored separately, once. */
function withoutPicture(answers: Answers): Answers {
  if (answers.signatureImage === undefined) return answers;
  const { signatureImage: _, ...others } = answers;
  return others;
}

/** Plain SQL instead of built queries, because every save and every opened card runs it. */
const ownColumns = sql`id, user_id, type, status, version, plan_version, definition_version, language, answers_sealed,
  snapshot_sha256, locked, external, share_date, completed_at, created_at, updated_at, signature_id,
  locked_at, locked_by, restored_at, restored_from, still_right_at, still_right_version`;
const columns = sql`${ownColumns},
  (select picture_sealed from signatures where signatures.id = acps.signature_id) as signature_sealed`;

/** Returns the first plan, in force or earlier, that matches a condition. */
export async function findOne(
  tx: Tx,
  services: Sealing,
  condition: RawBuilder<unknown>,
): Promise<Acp | null> {
  const { rows } = await sql<SealedAcp>`select ${columns} from acps where ${condition}`.execute(tx);
  return rows[0] ? open(services, rows[0]) : null;
}

/**
 * Returns a plan, in force or earlier, in the form of its row: `signature_id` refers to its signature, which is not among the
 * answers, except for rows of the previous release.
 */
export async function findWithoutPicture(tx: Tx, services: Sealing, id: string): Promise<Acp | null> {
  const { rows } = await sql<Omit<SealedAcp, 'signature_sealed'>>`
    select ${ownColumns} from acps where id = ${id}`.execute(tx);
  return rows[0] ? open(services, { ...rows[0], signature_sealed: null }) : null;
}

const findInForce = (tx: Tx, services: Sealing, condition: RawBuilder<unknown>): Promise<Acp | null> =>
  findOne(tx, services, sql`type = 'active' and ${condition}`);

/** Returns the plan with that id that is in force; with `lock`, locked until the transaction ends. */
export const findActive = (
  tx: Tx,
  services: Sealing,
  id: string,
  { lock }: { lock: boolean } = { lock: false },
): Promise<Acp | null> => findInForce(tx, services, lock ? sql`id = ${id} for update` : sql`id = ${id}`);

export const findActiveOf = (tx: Tx, services: Sealing, userId: string): Promise<Acp | null> =>
  findInForce(tx, services, sql`user_id = ${userId}`);

/** Returns a person's plan in force, locked until the transaction ends. */
export const findActiveOfForChange = (tx: Tx, services: Sealing, userId: string): Promise<Acp | null> =>
  findInForce(tx, services, sql`user_id = ${userId} for update`);

/** Returns the plan of a signed state, in force or earlier; null for an unknown id, and for a draft. */
export async function findSignedState(tx: Tx, id: string): Promise<Subjects['plan'] | null> {
  const row = await tx
    .selectFrom('acps')
    .select('user_id')
    .where('id', '=', id)
    .where('snapshot_sealed', 'is not', null)
    .executeTakeFirst();
  return row ? planOf(row.user_id) : null;
}

/** Inserts an empty draft, the plan of every new account. */
export async function insertDraft(
  tx: Tx,
  services: Sealing,
  userId: string,
  language: 'en' | 'zh',
  now: Date,
): Promise<string> {
  const { id, answers_sealed } = sealDraft(services, userId);
  await tx
    .insertInto('acps')
    .values({
      id,
      user_id: userId,
      language,
      answers_sealed,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** The empty plan of a new account, sealed and not written yet. */
export type NewDraft = { id: string; userId: string; answers_sealed: Buffer };

export function sealDraft({ keyring }: Sealing, userId: string): NewDraft {
  const id = crypto.randomUUID();
  return { id, userId, answers_sealed: keyring.sealJson(place('acps', 'answers_sealed', id), {}) };
}

/** Inserts empty plans for many new people, in one statement. */
export async function insertDrafts(
  tx: Tx,
  drafts: readonly NewDraft[],
  language: 'en' | 'zh',
  now: Date,
): Promise<void> {
  if (drafts.length === 0) return;
  await sql`
    insert into acps (id, user_id, language, answers_sealed, created_at, updated_at)
    select n.id, n.user_id, ${language}, n.sealed, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${drafts.map(({ id }) => id)}::uuid[], ${drafts.map(({ userId }) => userId)}::uuid[],
      ${drafts.map((draft) => draft.answers_sealed)}::bytea[]) as n (id, user_id, sealed)`.execute(tx);
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
  external: boolean;
  updated_at: Date;
  answers: Answers;
  /** The readable signed plan, with the SHA-256 of its text; null for a draft; 'kept' for the previous one. */
  snapshot: { text: string; sha256: Buffer } | null | 'kept';
};

/** Builds the statement that replaces the state in force with a saved one. */
export function updateOfActive({ keyring }: Sealing, change: Change): RawBuilder<unknown> {
  const { id, answers, snapshot } = change;
  const kept = { kept: change.status === 'complete' };
  const answersSealed = keyring.sealJson(place('acps', 'answers_sealed', id), withoutPicture(answers), kept);
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
      external = ${change.external},
      answers_sealed = ${answersSealed}${snapshotChange}${snapshot === 'kept' ? sql`` : sql`, restored_at = null, restored_from = null`}
    where id = ${id}`;
}

/** Keeps the current state of a signed plan as a revision, before a change replaces it. */
export async function keepRevision(tx: Tx, { keyring }: Sealing, acp: Acp, now: Date): Promise<void> {
  const snapshot = await findSnapshot(tx, { keyring }, acp.id);
  const id = crypto.randomUUID();
  const { signatureImage } = acp.answers;
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
      answers_sealed: keyring.sealJson(place('acps', 'answers_sealed', id), withoutPicture(acp.answers), {
        kept: true,
      }),
      signature_id: signatureImage ? await keepSignature(tx, { keyring }, acp.user_id, signatureImage) : null,
      kept_at: now,
      snapshot_sealed: snapshot && keyring.seal(place('acps', 'snapshot_sealed', id), snapshot.text),
      snapshot_sha256: snapshot?.sha256 ?? null,
      locked: acp.locked,
      external: acp.external,
      restored_at: acp.restored_at,
      restored_from: acp.restored_from,
      still_right_at: acp.still_right_at,
      still_right_version: acp.still_right_version,
      share_date: acp.share_date,
      completed_at: acp.completed_at,
      created_at: acp.created_at,
      updated_at: acp.updated_at,
    })
    .execute();
}

/** Adds a signed plan to the list of files, so that its status and its files agree (CON-15). */
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

/** Returns the plan's person, with the name of the care provider: the provider's, else the attached facility's. */
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
