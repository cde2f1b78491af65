import { sql } from 'kysely';
import {
  defaultNotificationSettings,
  isNotified,
  type NotificationSettings,
} from '../../../domain/accounts/notification-settings.ts';
import type { Tx } from '../../pipeline/context.ts';

const columns = [
  'new_customers',
  'new_users',
  'acp_completed',
  'acp_updated',
  'frequency',
  'email_frequency',
] as const;

/** Loads the settings of one person; the defaults if they have chosen nothing. */
export async function findSettings(tx: Tx, userId: string): Promise<NotificationSettings> {
  const row = await tx
    .selectFrom('notification_settings')
    .select(columns)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? { ...defaultNotificationSettings };
}

/** Saves the settings of one person, and keeps the time of the last summary. */
export async function saveSettings(
  tx: Tx,
  userId: string,
  settings: NotificationSettings,
  now: Date,
): Promise<void> {
  const { new_customers, new_users, acp_completed, acp_updated, frequency, email_frequency } = settings;
  await sql`
    insert into notification_settings
      (user_id, new_customers, new_users, acp_completed, acp_updated, frequency, email_frequency, updated_at)
    select id, ${new_customers}, ${new_users}, ${acp_completed}, ${acp_updated}, ${frequency}, ${email_frequency}, ${now}
    from users where id = ${userId}
    on conflict (user_id) do update set
      (new_customers, new_users, acp_completed, acp_updated, frequency, email_frequency, updated_at) =
      (excluded.new_customers, excluded.new_users, excluded.acp_completed, excluded.acp_updated, excluded.frequency,
        excluded.email_frequency, excluded.updated_at)`.execute(tx);
}

/** Returns the people whose settings allow an event of this template. */
export async function findNotified(
  tx: Tx,
  receiverIds: readonly string[],
  template: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('notification_settings')
    .select(['user_id', ...columns])
    .where('user_id', 'in', receiverIds)
    .execute();
  const chosen = new Map(rows.map(({ user_id, ...settings }) => [user_id, settings]));
  return receiverIds.filter((id) => isNotified(chosen.get(id) ?? defaultNotificationSettings, template));
}
