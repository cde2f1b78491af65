import { fullName, greetingName } from '../../../domain/names.ts';
import { sql } from 'kysely';
import type { EventName, Events } from '../../../domain/events.ts';
import type { Database } from '../../db/connection/connect.ts';
import { deleteExpired } from '../../db/delete-batches.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import { lastToRemind } from '../../../domain/accounts/deletion.ts';
import { melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { builder } from '../../graphql/builder.ts';
import { leavePaymentCompany } from '../billing/api.ts';
import type { OpeningsPage } from './openings/access-log-store.ts';

export { findOpenings, openingId } from './openings/access-log-store.ts';
export {
  findRemoval,
  requestRemoval,
  takeRemovalBack,
  type PendingRemoval,
} from './deletion/removal-store.ts';

/** The openings of a plan, by page, for answers of other features. */
export const PlanOpenings = builder.objectRef<OpeningsPage>('PlanOpenings');

/** A person whose account is being deleted. */
export type Leaving = {
  userId: string;
  delete_on: IsoDate;
  email: string;
  language: Language;
  first_name: string | null;
  last_name: string | null;
  for_my_self: boolean;
};

/**
 * Deletes a person. Their rows are deleted with theirs; this also deletes data that names them without a reference: remembered
 * answers, messages to the help desk, and mails of the stand-in mail server. Payments are kept, without a name.
 */
export async function removeAccount(
  tx: Tx,
  { userId, email }: Pick<Leaving, 'userId' | 'email'>,
): Promise<void> {
  // Of the person, and of staff who acted in the account.
  const own = `person:${userId}`;
  await tx
    .deleteFrom('idempotency_keys')
    .where('actor_id', '>=', own)
    .where('actor_id', '<', `${own}~`)
    .execute();
  await tx.deleteFrom('help_messages').where('user_id', '=', userId).execute();
  await tx.deleteFrom('mail_outbox').where('to_address', '=', email).execute();
  await leavePaymentCompany(tx, userId);
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}

/** Returns when a person's account is deleted; null if it is not. */
export async function findDeletionDate(tx: Tx, userId: string): Promise<IsoDate | null> {
  const row = await tx.selectFrom('users').select('delete_on').where('id', '=', userId).executeTakeFirst();
  return row?.delete_on ?? null;
}

/** Maximum number of people that one statement finds or reminds. */
const batchSize = 500;

/** Returns the people whose deletion is due on a Melbourne date, after an id; an empty list at the end. */
export async function findDue(tx: Tx, today: IsoDate, after: string | null): Promise<string[]> {
  let query = tx.selectFrom('users').select('id').where('delete_on', '<=', today);
  if (after !== null) query = query.where('id', '>', after);
  const rows = await query.orderBy('id').limit(batchSize).execute();
  return rows.map(({ id }) => id);
}

/** The receiver of the last mail, after the account is deleted. Sealed, because events and jobs contain no names. */
export type LastReceiver = {
  email: string;
  language: Language;
  firstName: string | null;
  /** For whom the account kept the plan; absent if it was the person's own. */
  person?: string;
};

const receiverPlace = (userId: string) => place('outbox', 'receiver', userId);

export function sealReceiver(
  { keyring }: Pick<Services, 'keyring'>,
  person: Omit<Leaving, 'delete_on'>,
): string {
  const { userId, email, language } = person;
  const receiver: LastReceiver = {
    email,
    language,
    firstName: person.for_my_self ? greetingName(person) || null : null,
    ...(!person.for_my_self && { person: fullName(person) || translators[language]('onBehalf.thePerson') }),
  };
  return keyring.sealJson(receiverPlace(userId), receiver).toString('base64');
}

export function openReceiver(
  { keyring }: Pick<Services, 'keyring'>,
  userId: string,
  sealed: string,
): LastReceiver {
  return keyring.openJson<LastReceiver>(receiverPlace(userId), Buffer.from(sealed, 'base64'));
}

/**
 * Adds an event for each person whose account is deleted within three days and who was not reminded yet. The mark and the event
 * commit together, so that each person is reminded once.
 */
export async function remindOfDeletion({ db }: Pick<Services, 'db'>, now: Date): Promise<number> {
  const today = melbourneDate(now);
  const userId: keyof Events['account.deletion-soon'] = 'user_id';
  let reminded = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      with reminded as (
        update users set deletion_reminded_at = ${now}
        where id = any(array(
          select id from users
          where delete_on > ${today} and delete_on <= ${lastToRemind(today)} and deletion_reminded_at is null
          order by id limit ${batchSize} for update skip locked))
        returning id
      ), left_behind as (
        insert into outbox (type, payload)
        select ${'account.deletion-soon' satisfies EventName}, jsonb_build_object(${userId}::text, id) from reminded
      )
      select count(*)::int as count from reminded`.execute(db);
    const count = rows[0]?.count ?? 0;
    reminded += count;
    if (count < batchSize) return reminded;
  }
}

/** Returns a job's facts about a requested copy. Null if it is made, given up, or its owner is deleted. */
export async function findWaiting(
  tx: Tx,
  id: string,
): Promise<{ userId: string; requested_at: Date } | null> {
  const row = await tx
    .selectFrom('data_exports')
    .select(['user_id', 'requested_at'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return row ? { userId: row.user_id, requested_at: row.requested_at } : null;
}

/** Returns until when a copy can be downloaded; null while there is none. */
export async function findExpiry(tx: Tx, id: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('data_exports')
    .select('expires_at')
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** Marks a copy that could not be made. */
export async function giveUpExport(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
  await forgetFailedParts(tx);
}

/** Fewer than usual, because archives are megabytes each. */
const archiveBatch = 50;

/** Deletes parts of archives that a process could not finish. */
const forgetFailedParts = (tx: Tx) =>
  tx
    .deleteFrom('data_export_parts')
    .where('export_id', 'in', (failed) =>
      failed.selectFrom('data_exports').select('id').where('status', '=', 'failed'),
    )
    .execute();

/** Deletes expired copies, and gives up those that no job could make within a day. */
export async function tidyExports(db: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 24 * 60 * 60_000);
  await deleteExpired(db, { table: 'data_exports', at: sql`expires_at`, before: now, batch: archiveBatch });
  await db
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('status', '=', 'waiting')
    .where('requested_at', '<', yesterday)
    .execute();
  await forgetFailedParts(db);
}
