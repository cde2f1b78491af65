import { sql } from 'kysely';
import { isDuplicateRecord } from '../../../db/duplicate-record.ts';
import type { SendFailure } from '../../../db/tables/integrations.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { inUse, linkTables } from '../sending/sending-store.ts';

/** Seconds without a beat after which another job may continue a sync. */
const beatSeconds = 60;

/** Beats are whole milliseconds, so that a value in an event equals the one in the database. */
const nextBeat = sql`greatest(date_trunc('milliseconds', clock_timestamp()), beat_at + interval '1 millisecond')`;

/** A sync that is in progress: the job with its current `beat` continues it. */
export type DueSync = { sync_id: string; beat: Date };

/** Condition for links whose plan is to be sent, or whose document there is to be withdrawn. */
const hasPlan = sql`(a.status = 'complete' or (l.sent_version is not null and l.withdrawn_at is null)
  or l.sending_at is not null)`;

/**
 * Starts a sync of all plans of a connection and returns it; returns null if one is running. Deletes the lines of earlier syncs, of
 * which only the last one is shown.
 */
export async function insertSync(
  tx: Tx,
  { integrationId, startedBy, now }: { integrationId: string; startedBy: string | null; now: Date },
): Promise<DueSync | null> {
  const { rows } = await sql<DueSync>`
    insert into integration_syncs (integration_id, started_by, started_at, beat_at)
    values (${integrationId}, ${startedBy}, ${now}, date_trunc('milliseconds', clock_timestamp()))
    on conflict (integration_id) where state = 'running' do nothing
    returning id as sync_id, beat_at as beat`.execute(tx);
  const [sync] = rows;
  if (!sync) return null;
  await sql`
    delete from integration_sync_lines where sync_id in (
      select id from integration_syncs where integration_id = ${integrationId} and id <> ${sync.sync_id})`.execute(
    tx,
  );
  await sql`
    with lines as (
      insert into integration_sync_lines (sync_id, link_id)
      select ${sync.sync_id}::uuid, l.id from ${linkTables}
      where l.integration_id = ${integrationId} and ${inUse} and ${hasPlan}
      returning 1
    )
    update integration_syncs set total = (select count(*) from lines) where id = ${sync.sync_id}`.execute(tx);
  return sync;
}

const ofDuplicate = isDuplicateRecord('l.user_id');

/** True if the system of a connection lacks a plan, has an older version, or has one that is no longer in force. */
export async function hasPlansDue(tx: Tx, integrationId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${linkTables}
    where l.integration_id = ${integrationId} and ${inUse} and (
      (a.status = 'complete' and not a.locked and not ${ofDuplicate}
        and (l.sent_version is distinct from a.plan_version or l.withdrawn_at is not null or l.sending_at is not null))
      or ((a.status is distinct from 'complete' or ${ofDuplicate}) and l.sent_version is not null and l.withdrawn_at is null))
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Stops the running sync of a connection. Returns its id; null if none runs. */
export async function stopSync(tx: Tx, integrationId: string, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable('integration_syncs')
    .set({ state: 'stopped', ended_at: now })
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Resumes the last sync of a connection with the lines that were not sent; null if there are none. */
export async function resumeSync(tx: Tx, integrationId: string, startedBy: string): Promise<DueSync | null> {
  const { rows } = await sql<DueSync>`
    with last as (
      select id from integration_syncs where integration_id = ${integrationId}
      order by started_at desc, id limit 1 for update
    ), opened as (
      update integration_sync_lines set state = 'waiting', failure = null, ended_at = null
      where sync_id in (select id from last) and state in ('failed', 'waiting', 'sending')
      returning 1
    )
    update integration_syncs
    set state = 'running', ended_at = null, failed = 0, beat_at = ${nextBeat}, started_by = ${startedBy}
    where id in (select id from last) and state <> 'running' and exists (select 1 from opened)
    returning id as sync_id, beat_at as beat`.execute(tx);
  return rows[0] ?? null;
}

export async function isRunning(tx: Tx, integrationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('integration_syncs')
    .select('id')
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return row !== undefined;
}

/** Result of taking up a sync: its connection and the new beat; `over` if it ended, `taken` while another job works on it. */
export type Claim = { integrationId: string; beat: Date } | 'over' | 'taken';

/** Takes up a sync: with the right beat, or if no job reported for a minute, because its process died. */
export async function claimSync(tx: Tx, { sync_id, beat }: DueSync): Promise<Claim> {
  const { rows } = await sql<{ integrationId: string; beat: Date }>`
    update integration_syncs set beat_at = ${nextBeat}
    where id = ${sync_id} and state = 'running'
      and (beat_at = ${beat} or beat_at < clock_timestamp() - make_interval(secs => ${beatSeconds}))
    returning integration_id as "integrationId", beat_at as beat`.execute(tx);
  if (rows[0]) return rows[0];
  const row = await tx
    .selectFrom('integration_syncs')
    .select('id')
    .where('id', '=', sync_id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return row ? 'taken' : 'over';
}

/** Reports that the job is alive, and marks the line that it works on. Null if the sync was stopped or another job took it up. */
export async function beatOn(tx: Tx, { sync_id, beat }: DueSync, linkId: string): Promise<DueSync | null> {
  const { rows } = await sql<{ beat: Date }>`
    with alive as (
      update integration_syncs set beat_at = ${nextBeat}
      where id = ${sync_id} and state = 'running' and beat_at = ${beat}
      returning beat_at
    ), line as (
      update integration_sync_lines set state = 'sending'
      where sync_id = ${sync_id} and link_id = ${linkId} and state = 'waiting' and exists (select 1 from alive)
    )
    select beat_at as beat from alive`.execute(tx);
  return rows[0] ? { sync_id, beat: rows[0].beat } : null;
}

/** Finds some links of a sync that are still to be worked on; an empty list at the end. */
export async function findOpenLines(tx: Tx, syncId: string, atMost: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('integration_sync_lines')
    .select('link_id')
    .where('sync_id', '=', syncId)
    .where('state', 'in', ['waiting', 'sending'])
    .orderBy('link_id')
    .limit(atMost)
    .execute();
  return rows.map(({ link_id }) => link_id);
}

/** Result of a line of a sync. */
export type LineEnd = {
  state: 'sent' | 'same' | 'withdrawn' | 'failed';
  failure: SendFailure | null;
  version: number | null;
};

/** Ends a line of a sync and counts it, once. */
export async function endLine(
  tx: Tx,
  { syncId, linkId, now }: { syncId: string; linkId: string; now: Date },
  { state, failure, version }: LineEnd,
): Promise<void> {
  const isFailed = state === 'failed' ? 1 : 0;
  await sql`
    with line as (
      update integration_sync_lines
      set state = ${state}, failure = ${failure}, plan_version = ${version}, ended_at = ${now}
      where sync_id = ${syncId} and link_id = ${linkId} and state in ('waiting', 'sending')
      returning 1
    )
    update integration_syncs set done = done + ${1 - isFailed}, failed = failed + ${isFailed}
    where id = ${syncId} and exists (select 1 from line)`.execute(tx);
}

/** Removes the line of a link that is no longer in use: nothing is sent, and nothing failed. */
export async function removeLine(tx: Tx, syncId: string, linkId: string): Promise<void> {
  await sql`
    with line as (
      delete from integration_sync_lines
      where sync_id = ${syncId} and link_id = ${linkId} and state in ('waiting', 'sending') returning 1
    )
    update integration_syncs set total = total - 1 where id = ${syncId} and exists (select 1 from line)`.execute(
    tx,
  );
}

/** Ends all open lines of a sync with the failure of the system. */
export async function failOpenLines(tx: Tx, syncId: string, failure: SendFailure, now: Date): Promise<void> {
  await sql`
    with lines as (
      update integration_sync_lines set state = 'failed', failure = ${failure}, ended_at = ${now}
      where sync_id = ${syncId} and state in ('waiting', 'sending')
      returning 1
    )
    update integration_syncs set failed = failed + (select count(*) from lines) where id = ${syncId}`.execute(
    tx,
  );
}

/** Ends a running sync. Returns who began it; null if it was over. */
export async function finishSync(
  tx: Tx,
  syncId: string,
  now: Date,
): Promise<{ started_by: string | null; done: number; failed: number } | null> {
  const row = await tx
    .updateTable('integration_syncs')
    .set({ state: 'done', ended_at: now })
    .where('id', '=', syncId)
    .where('state', '=', 'running')
    .returning(['started_by', 'done', 'failed'])
    .executeTakeFirst();
  return row ?? null;
}
