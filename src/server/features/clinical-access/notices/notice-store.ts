import { sql } from 'kysely';
import type { NoticeFailure, PlanChange } from '../../../../domain/clinical/notices.ts';
import type { Webhook } from '../../../../domain/fhir/records/subscription.ts';
import { uuidOf } from '../../../../domain/fhir/uuid.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** A webhook to which something may be sent: its system is not revoked and has a key, and its provider is not archived. */
const isOpen = sql<boolean>`client.revoked_at is null and webhook.stopped_at is null and not provider.archived
  and exists (select 1 from clinical_keys key where key.client_id = client.id and key.removed_at is null)`;

/** Returns the providers of a person, from the house up, and the number of the signed version in force; null without one. */
async function findPlan(
  tx: Tx,
  userId: string,
): Promise<{ path: readonly string[]; version: number } | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('customer_list', 'customer_list.user_id', 'users.id')
    .innerJoin('providers', 'providers.id', 'users.provider_id')
    .innerJoin('acps', 'acps.user_id', 'users.id')
    .select(['providers.path', 'acps.plan_version'])
    .where('users.id', '=', userId)
    .where('acps.type', '=', 'active')
    .where('acps.status', '=', 'complete')
    .executeTakeFirst();
  return row ? { path: row.path, version: row.plan_version } : null;
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

type NewNotices = {
  /** Identifies the event: announcing it twice adds nothing. */
  eventId: string;
  userId: string;
  change: PlanChange;
  /** True if the account is about to be deleted: then no version is named. */
  isLeaving?: boolean;
  now: Date;
};

/**
 * Adds a notice for each webhook of the person's providers: those of the house and of the providers above it. Nothing without a signed
 * plan. Returns the ids of the notices, which are to be sent after the commit.
 */
export async function addNotices(
  tx: Tx,
  { eventId, userId, change, isLeaving = false, now }: NewNotices,
): Promise<string[]> {
  const plan = await findPlan(tx, userId);
  if (!plan) return [];
  const webhooks = await tx
    .selectFrom('clinical_clients as client')
    .innerJoin('clinical_webhooks as webhook', 'webhook.client_id', 'client.id')
    .innerJoin('providers as provider', 'provider.id', 'client.provider_id')
    .select('webhook.id')
    .where('client.provider_id', 'in', [...plan.path])
    .where(isOpen)
    // The same order in every transaction, because the next statement locks them.
    .orderBy('webhook.id')
    .execute();
  const added: string[] = [];
  for (const { id: webhookId } of webhooks) {
    const id = uuidOf(`${eventId}/${webhookId}`);
    const { rows } = await sql<{ id: string }>`
      with counted as (
        update clinical_webhooks set events = events + 1
        where id = ${webhookId} and not exists (select 1 from clinical_notices where id = ${id}::uuid)
        returning events)
      insert into clinical_notices (id, webhook_id, user_id, plan_version, change, number, created_at)
      select ${id}::uuid, ${webhookId}::uuid, ${userId}::uuid, ${isLeaving ? null : plan.version}::integer, ${change}, events, ${now}
      from counted
      on conflict do nothing
      returning id`.execute(tx);
    added.push(...rows.map((row) => row.id));
  }
  return added;
}

/** A notice that is to be sent, with its webhook. */
export type WaitingNotice = {
  id: string;
  userId: string;
  version: number | null;
  number: number;
  at: Date;
  tries: number;
  /** False if the webhook, its system or the resident is no longer there. */
  isWanted: boolean;
  webhook: Pick<Webhook, 'id' | 'address'>;
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
    .select(['webhook.id as webhook_id', 'webhook.address'])
    .select(
      sql<boolean>`${isOpen} and case when users.id is null then notice.plan_version is null
        else coalesce(client.provider_id = any(house.path), false) end`.as('is_wanted'),
    )
    .where('notice.id', '=', id)
    .where('notice.state', '=', 'waiting')
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...{ id, userId: row.user_id, version: row.plan_version, number: row.number },
    ...{ at: row.created_at, tries: row.tries, isWanted: row.is_wanted },
    webhook: { id: row.webhook_id, address: row.address },
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
