import { sql } from 'kysely';
import { isDuplicateRecord } from '../../../db/duplicate-record.ts';
import type { PlanThere, PlanToSend } from '../../../../domain/integrations/sending.ts';
import type { CareFailure } from '../../../ports/residential-care/port.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** A link in use, with the plan of its customer and what the system has of it. */
export type Sending = {
  linkId: string;
  integrationId: string;
  residentId: string;
  userId: string;
  plan: (PlanToSend & { id: string; external: boolean; completed_at: Date | null; updated_at: Date }) | null;
  there: PlanThere;
  /** Last sending, as the list of residents shows it. */
  link: { sentVersion: number | null; sentAt: Date | null; withdrawnAt: Date | null; failure: string | null };
};

/** How long a sending may take: after it, its outcome counts as unknown, and another one may begin. */
const leaseSeconds = 60;

/** Condition for links that are in use: not removed, and the customer still belongs to the provider or to one below it. */
export const inUse = sql<boolean>`l.unlinked_at is null and i.provider_id = any(p.path)`;

/** The tables of a link: its connection, its customer, the customer's provider and plan in force. */
export const linkTables = sql`integration_links l
  join provider_integrations i on i.id = l.integration_id
  join users u on u.id = l.user_id
  join providers p on p.id = u.provider_id
  left join acps a on a.user_id = l.user_id and a.type = 'active'`;

type Row = {
  link_id: string;
  integration_id: string;
  resident_id: string;
  user_id: string;
  acp_id: string | null;
  status: 'draft' | 'complete';
  plan_version: number;
  locked: boolean;
  is_of_duplicate: boolean;
  external: boolean;
  completed_at: Date | null;
  updated_at: Date;
  sent_version: number | null;
  sent_at: Date | null;
  withdrawn_at: Date | null;
  failure: string | null;
  is_unsure: boolean;
};

/** Loads a link in use by its id, or the one of a resident or a customer; null if there is none. */
export async function findSending(
  tx: Tx,
  by: { linkId: string } | { userId: string } | { integrationId: string; residentId: string },
): Promise<Sending | null> {
  const which =
    'linkId' in by
      ? sql`l.id = ${by.linkId}`
      : 'userId' in by
        ? sql`l.user_id = ${by.userId}`
        : sql`l.integration_id = ${by.integrationId} and l.resident_id = ${by.residentId}`;
  const { rows } = await sql<Row>`
    select l.id as link_id, l.integration_id, l.resident_id, l.user_id, l.sent_version, l.sent_at, l.withdrawn_at,
      l.failure, l.sending_at is not null as is_unsure,
      a.id as acp_id, a.status, a.plan_version, a.locked, a.external, a.completed_at, a.updated_at,
      ${isDuplicateRecord('l.user_id')} as is_of_duplicate
    from ${linkTables} where ${which} and ${inUse}`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return sendingOf(row);
}

function sendingOf(row: Row): Sending {
  const { acp_id, status, plan_version, locked, external, completed_at, updated_at } = row;
  const isOfDuplicate = row.is_of_duplicate;
  const { sent_version: sentVersion, sent_at, withdrawn_at, failure } = row;
  return {
    ...{ linkId: row.link_id, integrationId: row.integration_id },
    ...{ residentId: row.resident_id, userId: row.user_id },
    plan:
      acp_id === null
        ? null
        : {
            ...{ id: acp_id, status, planVersion: plan_version, locked, isOfDuplicate },
            ...{ external, completed_at, updated_at },
          },
    there: { sentVersion, isWithdrawn: withdrawn_at !== null, isUnsure: row.is_unsure },
    link: { sentVersion, sentAt: sent_at, withdrawnAt: withdrawn_at, failure },
  };
}

/** Right to send a plan to the system, which only one sender has. `isUnsure`: the sending before it ended without an outcome. */
export type Lease = { at: Date; isUnsure: boolean };

/** Takes the right to send the plan of a link; null while another sender has it. */
export async function takeLease(tx: Tx, linkId: string): Promise<Lease | null> {
  const { rows } = await sql<Lease>`
    with before as (select id, sending_at from integration_links where id = ${linkId} for update)
    update integration_links l set sending_at = date_trunc('milliseconds', clock_timestamp())
    from before
    where l.id = before.id and (before.sending_at is null
      or before.sending_at < clock_timestamp() - make_interval(secs => ${leaseSeconds}))
    returning l.sending_at as at, before.sending_at is not null as "isUnsure"`.execute(tx);
  return rows[0] ?? null;
}

/** Extends the right to send. Null if it was lost: the sender was stopped for too long. */
export async function renewLease(tx: Tx, linkId: string, lease: Lease): Promise<Lease | null> {
  const { rows } = await sql<{ at: Date }>`
    update integration_links set sending_at = date_trunc('milliseconds', clock_timestamp())
    where id = ${linkId} and sending_at = ${lease.at} and unlinked_at is null
    returning sending_at as at`.execute(tx);
  return rows[0] ? { ...lease, at: rows[0].at } : null;
}

/** Returns the right to send. With `isUnsure` the next sender knows that the system may have the plan. */
export async function endLease(tx: Tx, linkId: string, { at }: Lease, isUnsure: boolean): Promise<void> {
  const after = isUnsure ? sql`sending_at - interval '1 hour'` : sql`null`;
  await sql`
    update integration_links set sending_at = ${after} where id = ${linkId} and sending_at = ${at}`.execute(
    tx,
  );
}

/** Records that the system has a version of the plan. */
export async function recordSent(
  tx: Tx,
  linkId: string,
  { lease, version, now }: { lease: Lease; version: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('integration_links')
    .set({
      sent_version: version,
      sent_at: now,
      withdrawn_at: null,
      failure: null,
      failed_at: null,
      sending_at: null,
    })
    .where('id', '=', linkId)
    .where('sending_at', '=', lease.at)
    .execute();
}

/** Records that the document in the system is marked as withdrawn. */
export async function recordWithdrawn(tx: Tx, linkId: string, { at }: Lease, now: Date): Promise<void> {
  await tx
    .updateTable('integration_links')
    .set({ withdrawn_at: now, failure: null, failed_at: null, sending_at: null })
    .where('id', '=', linkId)
    .where('sending_at', '=', at)
    .execute();
}

export async function recordFailure(tx: Tx, linkId: string, failure: CareFailure, now: Date): Promise<void> {
  await tx
    .updateTable('integration_links')
    .set({ failure, failed_at: now })
    .where('id', '=', linkId)
    .execute();
}
