import type { Generated } from 'kysely';
import type { JsonDefault, Moment, MomentDefault } from './column-types.ts';

export interface NotificationsTable {
  id: Generated<string>;
  template: string;
  metadata: JsonDefault<Record<string, unknown>>;
  receiver_id: string;
  user_id: string | null;
  read: Generated<boolean>;
  created_at: MomentDefault;
}

export interface RecentActivitiesTable {
  id: Generated<string>;
  template: string;
  metadata: JsonDefault<Record<string, unknown>>;
  user_id: string;
  actor_id: string | null;
  created_at: MomentDefault;
}

export interface NotificationSettingsTable {
  user_id: string;
  new_customers: Generated<boolean>;
  new_users: Generated<boolean>;
  acp_completed: Generated<boolean>;
  acp_updated: Generated<boolean>;
  frequency: Generated<'all' | 'important' | 'none'>;
  email_frequency: Generated<'monthly' | 'annually' | 'never'>;
  digest_sent_until: Moment | null;
  updated_at: MomentDefault;
}
