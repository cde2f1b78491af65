import { sql, type RawBuilder } from 'kysely';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { hasOwnCard, standingOf, type PlanStanding } from '../../../domain/plan/emergency/standing.ts';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import type { AccountOwner } from '../../../domain/questionnaire/reading/voice.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { ContactRow, PaperRow } from '../../pages/emergency/view.ts';
import { pinPlace } from '../../db/sealing/account-secrets.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import { directivesInUse, findStoredFile, type StoredFile } from '../files/api.ts';

/**
 * Returns the condition for a card that opens: the plan is signed or external, or was once, or the person added a directive, also if
 * staff set it aside. A card that opened once keeps opening, and then shows that no signed plan is in force.
 */
const opensCard = (db: Tx, plan: 'acps' | 'a', user: 'users' | 'u') => {
  const column = (name: string) => sql.ref(`${plan}.${name}`);
  const userId = sql.ref<string>(`${user}.id`);
  return sql<boolean>`(${column('status')} = 'complete' or ${column('external')} or ${column('plan_version')} > 0
    or exists (select 1 from emergency_mails where emergency_mails.user_id = ${userId})
    or exists (${directivesInUse(db, userId)})
    or exists (select 1 from files where files.user_id = ${userId} and files.set_aside_at is not null))`;
};

/** Selects people with their plan in force, if there is one. */
const peopleWithPlan = (db: Tx) =>
  db
    .selectFrom('users')
    .leftJoin('acps', (join) => join.onRef('acps.user_id', '=', 'users.id').on('acps.type', '=', 'active'));

/** A card that opens. */
export type Card = { userId: string; pin: string };

/** Characters of a share id. Any other text is unknown, and the database would reject a zero byte. */
const shareIdSigns = /^[\w-]+$/;

/**
 * Returns the card of a share id; null if it is unknown, or if there was never a plan or directive to open. The state of the account does not
 * matter: a card opens until the account is deleted.
 */
export async function findCard(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  shareId: string,
): Promise<Card | null> {
  if (!shareIdSigns.test(shareId)) return null;
  const row = await peopleWithPlan(tx)
    .select(['users.id', 'users.pin_sealed'])
    .where('users.share_id', '=', shareId)
    .where(opensCard(tx, 'acps', 'users'))
    .executeTakeFirst();
  return row ? { userId: row.id, pin: keyring.open(pinPlace(row.id), row.pin_sealed) } : null;
}

/**
 * Claims the mails about an opening; true if they are due: at most once in a quarter of an hour for a card (D-08). Uses the
 * database's clock, so that a server whose clock runs ahead does not suppress the mails of the others.
 */
export async function claimMails(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into emergency_mails as last (user_id) values (${userId})
    on conflict (user_id) do update set at = now()
      where last.at not between now() - interval '15 minutes' and now() + interval '15 minutes'
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Returns when the signed state of a plan version was made; null if the person never signed such a version. */
export async function findSignedAt(tx: Tx, userId: string, planVersion: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('acps')
    .select(['updated_at'])
    .where('user_id', '=', userId)
    .where('status', '=', 'complete')
    .where('plan_version', '=', planVersion)
    .executeTakeFirst();
  return row?.updated_at ?? null;
}

/**
 * Returns when a version of a person's plan was signed, and whether the plan has changed since. Null if the person never signed such
 * a version: the version in an address can be changed by hand.
 */
export async function findScannedVersion(
  db: Tx,
  userId: string,
  version: number,
): Promise<{ signedAt: Date; isOld: boolean } | null> {
  const signedAt = await findSignedAt(db, userId, version);
  if (!signedAt) return null;
  const newer = await db
    .selectFrom('acps')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'active')
    .where('plan_version', '>', version)
    .executeTakeFirst();
  return { signedAt, isOld: newer !== undefined };
}

/** Whether the owner can make a new code and PIN: they can sign in, and see their card, of a signed plan or of a directive. */
export async function canRenewCard(db: Tx, userId: string): Promise<boolean> {
  const row = await peopleWithPlan(db)
    .select(['acps.status', 'acps.external'])
    .select(({ exists }) => exists(directivesInUse(db, sql.ref('users.id'))).as('has_directive'))
    .where('users.id', '=', userId)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  if (!row) return false;
  const { status, external, has_directive } = row;
  const plan = status === null || external === null ? null : { status, external };
  return hasOwnCard(standingOf(plan, Boolean(has_directive)));
}

/** The answers in force, and the facts shown to staff about them. Answers of a draft are never read. */
type EmergencyAcp = {
  id: string;
  status: 'draft' | 'complete';
  /** Whether papers are the plan, or accompany the signed answers (LOCK-03, D-60). */
  external: boolean;
  definition_version: number;
  answers: Answers;
  plan_version: number;
  language: 'en' | 'zh';
  completed_at: Date | null;
  updated_at: Date;
  still_right_at: Date | null;
  still_right_version: number | null;
};

/** The content of the emergency page of a person: the plan, if there is any, contacts and papers. */
export type EmergencyPlan = Subjects['plan'] & {
  owner: AccountOwner & {
    careProvider: string | null;
    carePhone: string | null;
    first_name: string | null;
    last_name: string | null;
    dob: string | null;
  };
  /** Null for a person without a plan, such as an invited one. */
  acp: EmergencyAcp | null;
  /** The contacts that the page can show (D-33). */
  contacts: ContactRow[];
  /** Papers signed elsewhere: the directive in force that the owner added (D-06), and those that staff added. */
  files: PaperRow[];
  /** When staff last set a directive aside that is not used again; null if they did not (UPLOAD-22). */
  paper_set_aside: Date | null;
  /** The house of the record that is kept instead of this archived one; null for a record in force (N-13). */
  other_record: { provider: string | null; phone: string | null } | null;
  /** Whether at least one substitute decision maker is notified of each opening: one who accepted, on the page or not. */
  tells_deciders: boolean;
};

/** Returns what staff read of a person in an emergency (D-60, D-61). */
export const standingIn = ({ acp, files }: Pick<EmergencyPlan, 'acp' | 'files'>): PlanStanding =>
  standingOf(
    acp,
    files.some(({ is_eol }) => !is_eol),
  );

/** Returns the plan of a card. Null under the conditions of `findCard`. */
export const findEmergencyPlan = (
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  shareId: string,
): Promise<EmergencyPlan | null> =>
  findPlan(tx, services, sql`u.share_id = ${shareId} and ${opensCard(tx, 'a', 'u')}`);

/** Returns the plan by its person, for staff: also without a plan (D-61). */
export const findEmergencyPlanOf = (
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  userId: string,
): Promise<EmergencyPlan | null> => findPlan(tx, services, sql`u.id = ${userId}`);

type PlanRow = EmergencyPlan['owner'] &
  Pick<EmergencyPlan, 'contacts' | 'files' | 'tells_deciders' | 'other_record' | 'paper_set_aside'> & {
    user_id: string;
    acp_id: string | null;
    answers_sealed: Buffer | null;
  } & Omit<EmergencyAcp, 'id' | 'answers'>;

/** The house of the record that is kept instead of the one of the user `u`. */
const otherRecord = sql`(select jsonb_build_object('provider', house.name, 'phone', house.phone_number)
  from duplicate_links link join users kept on kept.id = link.kept_id
  left join providers house on house.id = kept.provider_id
  where link.archived_id = u.id)`;

/** Loads everything in one query, because each opened page runs it. */
async function findPlan(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  condition: RawBuilder<unknown>,
): Promise<EmergencyPlan | null> {
  const { rows } = await sql<PlanRow>`
    select a.id as acp_id, a.status, a.definition_version, u.id as user_id, a.plan_version, a.language, a.completed_at, a.updated_at,
      a.still_right_at, a.still_right_version, a.external, case when a.status = 'complete' then a.answers_sealed end as answers_sealed,
      u.for_my_self, u.account_owner, u.first_name, u.last_name, u.dob,
      coalesce(p.name, c.provider_name) as "careProvider", p.phone_number as "carePhone",
      ${otherRecord} as other_record, (select max(set_aside_at) from files where user_id = u.id and set_aside_at is not null) as paper_set_aside,
      array(
        select to_jsonb(t) from (
          select name, phone, relationship, "substitutedDecisionMaker", "enduringGuardian", on_emergency_page, status
          from trusted_contacts
          where user_id = u.id and on_emergency_page and (status = 'accepted' or "substitutedDecisionMaker")
          order by name, id) t) as contacts,
      array(
        select to_jsonb(t) from (
          select files.id, file_name, activated_timestamp, is_eol, reviewed_at,
            reviewer.first_name as reviewer_first, reviewer.last_name as reviewer_last
          from files left join users reviewer on reviewer.id = files.reviewed_by
          where files.user_id = u.id and category = 'ACP' and is_active and is_uploaded
          order by (is_eol and a.external) desc nulls last, activated_timestamp desc, files.id limit 5) t) as files,
      exists (
        select 1 from trusted_contacts where user_id = u.id and status = 'accepted' and "substitutedDecisionMaker"
      ) as tells_deciders
    from users u
    left join acps a on a.user_id = u.id and a.type = 'active'
    left join providers p on p.id = u.provider_id
    left join customer_providers c on c.id = u.customer_provider_id
    where ${condition}`.execute(tx);
  return rows[0] ? planOf(rows[0], keyring) : null;
}

function planOf(
  { user_id, contacts, files, tells_deciders, other_record, paper_set_aside, ...row }: PlanRow,
  keyring: Services['keyring'],
): EmergencyPlan {
  const { for_my_self, account_owner, careProvider, carePhone, first_name, last_name, dob, ...plan } = row;
  const { acp_id, answers_sealed, ...more } = plan;
  const owner = { for_my_self, account_owner, careProvider, carePhone, first_name, last_name, dob };
  const answers =
    acp_id !== null && answers_sealed !== null
      ? keyring.openJson<Answers>(place('acps', 'answers_sealed', acp_id), answers_sealed)
      : {};
  const acp = acp_id === null ? null : { id: acp_id, ...more, answers };
  const page = { contacts, files, paper_set_aside, other_record, tells_deciders };
  return { kind: 'plan', ownerId: user_id, owner, acp, ...page };
}

/** Returns a paper that the emergency page lists, for a reader with card and PIN; null for any other file. */
export async function findEmergencyFile(
  tx: Tx,
  shareId: string,
  fileId: string,
): Promise<(Subjects['plan'] & { file: StoredFile }) | null> {
  if (!shareIdSigns.test(shareId)) return null;
  const file = await findStoredFile(tx, fileId);
  if (!file?.is_active || file.is_questionnaire || file.category !== 'ACP') return null;
  const card = await peopleWithPlan(tx)
    .select('users.id')
    .where('users.share_id', '=', shareId)
    .where('users.id', '=', file.ownerId)
    .where(opensCard(tx, 'acps', 'users'))
    .executeTakeFirst();
  return card ? { kind: 'plan', ownerId: card.id, file } : null;
}
