import { sql } from 'kysely';
import {
  isAnnouncedWithoutPlan,
  namesVersion,
  type NoticeFailure,
  type PlanChange,
} from '../../../../domain/clinical/notices.ts';
import type { Webhook } from '../../../../domain/fhir/records/subscription.ts';
import { uuidOf } from '../../../../domain/fhir/uuid.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { secretsOf, type Secrets } from '../webhooks/secrets.ts';

/** A webhook to which something may be sent: its system is not revoked and has a key, and its provider is not archived. */
const isOpen = sql<boolean>`client.revoked_at is null and webhook.stopped_at is null and not provider.archived
  and exists (select 1 from clinical_keys key where key.client_id = client.id and key.removed_at is null)`;

/**
 * Resources of a person that clinical systems can read: the providers from the house up, the number of the signed version in force (null
 * without
 * one), and whether there are papers.
 */
export type Announced = { path: readonly string[]; version: number | null; hasPapers: boolean };

/** Returns what is announced of a person; null for a person without a provider. */
export async function findAnnounced(tx: Tx, userId: string): Promise<Announced | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('customer_list', 'customer_list.user_id', 'users.id')
    .innerJoin('providers', 'providers.id', 'users.provider_id')
    .leftJoin('acps', (join) =>
      join
        .onRef('acps.user_id', '=', 'users.id')
        .on('acps.type', '=', 'active')
        .on('acps.status', '=', 'complete'),
    )
    .select(['providers.path', 'acps.plan_version as version'])
    .select(
      sql<boolean>`exists (select 1 from files where files.user_id = users.id and category = 'ACP' and is_uploaded
        and not is_questionnaire and set_aside_at is null)`.as('hasPapers'),
    )
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the record is archived because another one of the person is kept. */
export async function isDuplicate(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('duplicate_links')
    .select('archived_id')
    .where('archived_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the ids of the webhooks of some providers to which something may be sent; with `havingRead`, only of systems that read this person.
 * Sorted, because adding a notice locks the webhook: transactions that lock them in different orders would wait for each other.
 */
export async function findOpenWebhooks(
  tx: Tx,
  providerIds: readonly string[],
  { havingRead }: { havingRead?: string } = {},
): Promise<string[]> {
  if (providerIds.length === 0) return [];
  let open = tx
    .selectFrom('clinical_clients as client')
    .innerJoin('clinical_webhooks as webhook', 'webhook.client_id', 'client.id')
    .innerJoin('providers as provider', 'provider.id', 'client.provider_id')
    .select('webhook.id')
    .where('client.provider_id', 'in', [...providerIds])
    .where(isOpen)
    .orderBy('webhook.id');
  if (havingRead !== undefined)
    open = open.where(
      sql<boolean>`exists (select 1 from audit_log where chain = ${havingRead} and actor_kind = 'clinicalSystem' and actor_id = client.id)`,
    );
  return (await open.execute()).map(({ id }) => id);
}

type NewNotice = {
  /** Identifies the event: announcing it twice adds nothing. */
  eventId: string;
  userId: string;
  change: PlanChange;
  /** The version that the notice names; null for the person. */
  version: number | null;
  now: Date;
};

/** Adds a notice for each of some webhooks. Returns the ids of the notices, which are to be sent after the commit. */
export async function insertNotices(
  tx: Tx,
  webhookIds: readonly string[],
  { eventId, userId, change, version, now }: NewNotice,
): Promise<string[]> {
  const added: string[] = [];
  for (const webhookId of webhookIds) {
    const id = uuidOf(`${eventId}/${webhookId}`);
    const { rows } = await sql<{ id: string }>`
      with counted as (
        update clinical_webhooks set events = events + 1
        where id = ${webhookId} and not exists (select 1 from clinical_notices where id = ${id}::uuid)
        returning events)
      insert into clinical_notices (id, webhook_id, user_id, plan_version, change, number, created_at)
      select ${id}::uuid, ${webhookId}::uuid, ${userId}::uuid, ${version}::integer, ${change}, events, ${now}
      from counted
      on conflict do nothing
      returning id`.execute(tx);
    added.push(...rows.map((row) => row.id));
  }
  return added;
}

/** Notes that clinical systems see a person changed, so that `_lastUpdated` finds what left no trace in the plan. */
export async function noteChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    insert into clinical_changes (user_id, changed_at) values (${userId}, ${now})
    on conflict (user_id) do update set changed_at = greatest(clinical_changes.changed_at, excluded.changed_at)`.execute(
    tx,
  );
}

type NewNotices = Omit<NewNotice, 'version'> & {
  /** True if the account is about to be deleted: then no version is named. */
  isLeaving?: boolean;
};

/**
 * Adds a notice for each webhook of the person's providers: those of the house and of the providers above it. Nothing for a person with
 * nothing to fetch. Returns the ids of the notices, which are to be sent after the commit.
 */
export async function addNotices(tx: Tx, { isLeaving = false, ...notice }: NewNotices): Promise<string[]> {
  const { userId, change, now } = notice;
  const found = await findAnnounced(tx, userId);
  if (!found) return [];
  const { path, version, hasPapers } = found;
  if (version === null && !hasPapers && !isAnnouncedWithoutPlan(change)) return [];
  if (!isLeaving) await noteChange(tx, userId, now);
  const named = isLeaving || !namesVersion(change) ? null : version;
  return insertNotices(tx, await findOpenWebhooks(tx, path), { ...notice, version: named });
}

/** A notice that is to be sent, with its webhook. */
export type WaitingNotice = {
  id: string;
  userId: string;
  version: number | null;
  number: number;
  at: Date;
  tries: number;
  /**
   * False if the webhook or its system was removed, if the resident was moved away since, or, for a notice of a move away, moved back.
   */
  isWanted: boolean;
  webhook: Pick<Webhook, 'id' | 'address'> & Secrets;
};

/** Returns a notice that waits; null if it was sent, has failed, or was removed. Decides again who belongs to the provider. */
export async function findWaiting(tx: Tx, id: string): Promise<WaitingNotice | null> {
  const row = await tx
    .selectFrom('clinical_notices as notice')
    .innerJoin('clinical_webhooks as webhook', 'webhook.id', 'notice.webhook_id')
    .innerJoin('clinical_clients as client', 'client.id', 'webhook.client_id')
    .innerJoin('providers as provider', 'provider.id', 'client.provider_id')
    .leftJoin('users', 'users.id', 'notice.user_id')
    .leftJoin('providers as house', 'house.id', 'users.provider_id')
    .select(['notice.id', 'notice.user_id', 'plan_version', 'number', 'notice.created_at', 'tries'])
    .select(['webhook.id as webhook_id', 'webhook.address', 'secret_id', 'old_secret_id', 'old_secret_until'])
    .select(
      sql<boolean>`${isOpen} and case
        when users.id is null then notice.plan_version is null and notice.change in ('withdrawn', 'moved-away')
        else coalesce(client.provider_id = any(house.path), false) = (notice.change <> 'moved-away') end`.as(
        'is_wanted',
      ),
    )
    .where('notice.id', '=', id)
    .where('notice.state', '=', 'waiting')
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...{ id, userId: row.user_id, version: row.plan_version, number: row.number },
    ...{ at: row.created_at, tries: row.tries, isWanted: row.is_wanted },
    webhook: { id: row.webhook_id, address: row.address, ...secretsOf({ ...row, id: row.webhook_id }) },
  };
}

type Outcome = {
  state: 'waiting' | 'delivered' | 'failed' | 'left';
  failure: NoticeFailure | null;
  now: Date;
};

/** Records the outcome of a try. False if the notice was removed, or another try ended it, meanwhile. */
export async function recordTry(tx: Tx, id: string, { state, failure, now }: Outcome): Promise<boolean> {
  const row = await tx
    .updateTable('clinical_notices')
    .set((set) => ({
      state,
      failure,
      tried_at: now,
      ...(state !== 'left' && { tries: set('tries', '+', 1) }),
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
