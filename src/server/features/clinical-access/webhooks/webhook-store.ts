import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  isStoppedBy,
  oldSecretEnds,
  shownNotices,
  webhookStateOf,
  type NoticeFailure,
  type NoticeState,
  type PlanChange,
  type WebhookState,
} from '../../../../domain/clinical/notices.ts';
import type { Webhook } from '../../../../domain/fhir/records/subscription.ts';
import { fullName } from '../../../../domain/names.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { secretsOf, type Secrets } from './secrets.ts';

/** A notice as the integrations page shows it, without the person. */
export type ShownNotice = {
  id: string;
  change: PlanChange;
  created_at: Date;
  state: NoticeState;
  tries: number;
  failure: string | null;
};

/** A webhook as the integrations page shows it. `set_by` is null if the account of the staff member was deleted. */
export type ShownWebhook = {
  id: string;
  address: string;
  set_at: Date;
  set_by: string | null;
  state: WebhookState;
  delivered_at: Date | null;
  failing_since: Date | null;
  failure: string | null;
  stopped_at: Date | null;
  /** Id of the newest secret. The secret cannot be derived from it without the key of the server. */
  secret_id: string;
  secret_at: Date;
  secret_by: string | null;
  /** When the previous secret ends; null unless it still signs. */
  old_secret_until: Date | null;
  notices: readonly ShownNotice[];
};

async function findNotices(tx: Tx, webhookId: string): Promise<ShownNotice[]> {
  return tx
    .selectFrom('clinical_notices')
    .select(['id', 'change', 'created_at', 'state', 'tries', 'failure'])
    .where('webhook_id', '=', webhookId)
    .orderBy('number', 'desc')
    .limit(shownNotices)
    .execute();
}

/** Returns the webhooks of clinical systems with their last notices, by the id of the system. */
export async function findWebhooks(
  tx: Tx,
  clientIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ShownWebhook>> {
  if (clientIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('clinical_webhooks as webhook')
    .leftJoin('users', 'users.id', 'webhook.set_by')
    .leftJoin('users as rotator', 'rotator.id', 'webhook.secret_by')
    .selectAll('webhook')
    .select(['users.first_name', 'users.last_name'])
    .select(['rotator.first_name as secret_first_name', 'rotator.last_name as secret_last_name'])
    .where('client_id', 'in', clientIds)
    .execute();
  const shown = rows.map(
    async ({
      first_name,
      last_name,
      secret_first_name,
      secret_last_name,
      ...row
    }): Promise<[string, ShownWebhook]> => {
      const setBy = fullName({ first_name, last_name }) || null;
      const rotatedBy = fullName({ first_name: secret_first_name, last_name: secret_last_name }) || null;
      const { secretId, oldSecret } = secretsOf(row);
      return [
        row.client_id,
        {
          ...row,
          set_by: setBy,
          state: webhookStateOf(row),
          secret_id: secretId,
          secret_at: row.secret_at ?? row.set_at,
          secret_by: row.secret_at === null ? setBy : rotatedBy,
          old_secret_until: oldSecret !== null && oldSecret.until > now ? oldSecret.until : null,
          notices: await findNotices(tx, row.id),
        },
      ];
    },
  );
  return new Map(await Promise.all(shown));
}

/** Returns the webhook of a clinical system as its software reads it, with the ids of its secrets; null without one. */
export async function findWebhook(tx: Tx, clientId: string): Promise<(Webhook & Secrets) | null> {
  const row = await tx
    .selectFrom('clinical_webhooks')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, address, events, failure } = row;
  return {
    ...{ id, address, events, failure, ...secretsOf(row) },
    ...{ state: webhookStateOf(row), setAt: row.set_at.toISOString() },
  };
}

type NewSecret = { webhookId: string; seen: string; secretBy: string; now: Date };

/**
 * Makes a new secret of a webhook. The previous one also signs for seven days. Another new secret in that time replaces only the newest
 * one, so that the secret that the receiver has stays valid. Returns the id of the new secret; null if `seen` is no longer the newest one.
 */
export async function replaceSecret(
  tx: Tx,
  { webhookId, seen, secretBy, now }: NewSecret,
): Promise<string | null> {
  const id = randomUUID();
  const isOldInForce = sql<boolean>`coalesce(old_secret_until > ${now}, false)`;
  const row = await tx
    .updateTable('clinical_webhooks')
    .set({
      ...{ secret_id: id, secret_at: now, secret_by: secretBy },
      old_secret_id: sql<string>`case when ${isOldInForce} then old_secret_id else coalesce(secret_id, id) end`,
      old_secret_until: sql<Date>`case when ${isOldInForce} then old_secret_until else ${oldSecretEnds(now)}::timestamptz end`,
    })
    .where('id', '=', webhookId)
    .where(sql<boolean>`coalesce(secret_id, id) = ${seen}::uuid`)
    .returning('id')
    .executeTakeFirst();
  return row ? id : null;
}

type NewWebhook = { clientId: string; address: string; setBy: string; now: Date };

/** Sets the webhook of a clinical system, in place of another one, whose waiting notices are dropped. Returns its id. */
export async function setWebhook(tx: Tx, { clientId, address, setBy, now }: NewWebhook): Promise<string> {
  await removeWebhook(tx, clientId);
  const id = randomUUID();
  await tx
    .insertInto('clinical_webhooks')
    .values({ id, client_id: clientId, address, set_by: setBy, set_at: now })
    .execute();
  return id;
}

/** Removes the webhook of a clinical system with its notices. False if there is none. */
export async function removeWebhook(tx: Tx, clientId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('clinical_webhooks')
    .where('client_id', '=', clientId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a webhook accepted a notice. One that was stopped works again. */
export async function recordDelivery(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('clinical_webhooks')
    .set({ delivered_at: now, failing_since: null, failure: null, stopped_at: null })
    .where('id', '=', id)
    .execute();
}

/** Records that a webhook did not accept a notice. Returns its provider if it is stopped by that, else null. */
export async function recordWebhookFailure(
  tx: Tx,
  id: string,
  failure: NoticeFailure,
  now: Date,
): Promise<string | null> {
  const row = await tx
    .updateTable('clinical_webhooks')
    .set({ failure, failing_since: sql<Date>`coalesce(failing_since, ${now})` })
    .where('id', '=', id)
    .returning(['client_id', 'failing_since', 'stopped_at'])
    .executeTakeFirst();
  if (!row?.failing_since || row.stopped_at !== null || !isStoppedBy(row.failing_since, now)) return null;
  await tx.updateTable('clinical_webhooks').set({ stopped_at: now }).where('id', '=', id).execute();
  const { provider_id } = await tx
    .selectFrom('clinical_clients')
    .select('provider_id')
    .where('id', '=', row.client_id)
    .executeTakeFirstOrThrow();
  return provider_id;
}
