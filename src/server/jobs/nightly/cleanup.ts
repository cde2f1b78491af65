import { sql } from 'kysely';
import { importKeptDays } from '../../../domain/customers/import/columns.ts';
import { deleteExpired, type Expired } from '../../db/delete-batches.ts';
import type { Database, Services } from '../../pipeline/context.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Days for which notifications are kept, read or not. The recent activities and the audit trail keep the events themselves. */
export const notificationDays = 180;

/** Number of mails that the stand-in mail server keeps. */
const outboxMails = 500;

/** Mails of the stand-in that one statement deletes. */
const outboxBatch = 1_000;

const yearsBefore = (now: Date, years: number) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').subtract({ years })
      .epochMilliseconds,
  );

/**
 * Returns the retention rules. Deleted are changes of cards after an hour, answers to repeated calls after 24 hours, counted attempts
 * after a day, expired sessions and links, unfinished second steps, devices unused for 400 days, messages a month after the help desk
 * received them, unusable lines of imports and moves of customers after thirty days, notifications after half a year, events of the
 * payment company after 90 days, corrected payment differences and payment attempts after 400 days, payments of deleted accounts after
 * seven years. Records of sent mails are dropped with their partitions (partition-task.ts).
 */
export function expiredAt(now: Date): Expired[] {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return [
    { table: 'idempotency_keys', at: sql`created_at`, before: before(day) },
    { table: 'attempts', at: sql`at`, before: before(day) },
    { table: 'sessions', at: sql`least(idle_expires_at, absolute_expires_at)`, before: now },
    { table: 'known_devices', at: sql`last_seen_at`, before: before(400 * day) },
    // One day longer than the tokens are valid, so that an old link is still distinguished from one that never existed.
    { table: 'one_time_tokens', at: sql`expires_at`, before: before(day) },
    { table: 'organisation_sign_ins', at: sql`created_at`, before: before(hour) },
    // Each change deletes some older ones too; these are of a time after which no card changed.
    { table: 'card_changes', at: sql`changed_at`, before: before(hour) },
    { table: 'second_step_challenges', at: sql`expires_at`, before: before(day) },
    // Numbers and apps that were added and never confirmed.
    { table: 'second_factors', at: sql`created_at`, before: before(day), only: sql`confirmed_at is null` },
    { table: 'help_messages', at: sql`mailed_at`, before: before(30 * day) },
    { table: 'customer_import_problems', at: sql`created_at`, before: before(importKeptDays * day) },
    { table: 'customer_moves', at: sql`moved_at`, before: before(30 * day) },
    { table: 'notifications', at: sql`created_at`, before: before(notificationDays * day) },
    {
      table: 'payment_events',
      at: sql`received_at`,
      before: before(90 * day),
      only: sql`handled_at is not null`,
    },
    {
      table: 'payment_drifts',
      at: sql`found_at`,
      before: before(400 * day),
      only: sql`mended_at is not null`,
    },
    { table: 'payment_attempts', at: sql`updated_at`, before: before(400 * day), only: sql`state <> 'open'` },
    // Payments of deleted accounts. The tax office requires five years, and contracts up to seven.
    {
      table: 'transactions',
      at: sql`created_at`,
      before: yearsBefore(now, 7),
      only: sql`user_id is null and provider_id is null`,
    },
  ];
}

/** Deletes the oldest mails of the stand-in mail server. */
async function trimOutbox(db: Database): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('mail_outbox')
      .where('id', 'in', (old) =>
        old
          .selectFrom('mail_outbox')
          .select('id')
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .offset(outboxMails)
          .limit(outboxBatch),
      )
      .executeTakeFirst();
    if (numDeletedRows < outboxBatch) return;
  }
}

/**
 * Deletes expired rows in small batches, so that the server's other work is not affected, however long it takes. Running it again
 * after a partial run does no harm. A table that fails does not stop the others.
 * @throws the first failure, after all tables were tried
 */
export async function cleanUp({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const failures: unknown[] = [];
  const keep = (error: unknown) => void failures.push(error);
  for (const expired of expiredAt(clock())) await deleteExpired(db, expired).catch(keep);
  await trimOutbox(db).catch(keep);
  if (failures.length > 0) throw failures[0];
}

/** Number of jobs that one statement reads. */
const jobsPage = 5_000;

/**
 * Deletes jobs a day after they were done, page by page in the order of the table's key, because the queue's table has no index
 * by their time.
 */
export async function deleteFinishedJobs({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - day);
  let [name, id] = ['', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const { rows } = await sql<{ name: string; id: string; seen: number }>`
      with page as materialized (
        select name, id, completed_on from jobs.job where (name, id) > (${name}, ${id}::uuid)
        order by name, id limit ${jobsPage}
      ), gone as (
        delete from jobs.job using page
        where job.name = page.name and job.id = page.id and page.completed_on < ${before}
      )
      select name, id, (select count(*)::int from page) as seen from page order by name desc, id desc limit 1`.execute(
      db,
    );
    const [last] = rows;
    if (!last || last.seen < jobsPage) return;
    ({ name, id } = last);
  }
}
