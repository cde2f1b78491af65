import type { Generated } from 'kysely';
import type { Moment, MomentDefault } from './column-types.ts';

export interface SessionsTable {
  id: Generated<string>;
  token_hash: Buffer;
  user_id: string;
  acting_staff_id: string | null;
  staff_session_id: string | null;
  second_step_at: Moment | null;
  created_at: MomentDefault;
  last_seen_at: MomentDefault;
  idle_expires_at: Moment;
  absolute_expires_at: Moment;
  user_agent: string | null;
}

export interface OneTimeTokensTable {
  id: Generated<string>;
  purpose: 'verify-email' | 'reset-password';
  user_id: string;
  created_at: MomentDefault;
  expires_at: Moment;
  used_at: Moment | null;
}

export interface SecondFactorsTable {
  id: Generated<string>;
  user_id: string;
  kind: 'sms' | 'totp';
  value_sealed: Buffer;
  confirmed_at: Moment | null;
  last_step: number | null;
  created_at: MomentDefault;
}

export interface RecoveryCodesTable {
  id: Generated<string>;
  user_id: string;
  code_hash: Buffer;
  used_at: Moment | null;
  created_at: MomentDefault;
}

export interface SecondStepChallengesTable {
  id: Generated<string>;
  token_hash: Buffer;
  user_id: string;
  purpose: 'sign-in' | 'add-phone' | 'login-as-customer';
  factor_id: string | null;
  code_hash: Buffer | null;
  code_sent_at: Moment | null;
  code_expires_at: Moment | null;
  tries: Generated<number>;
  used_at: Moment | null;
  created_at: MomentDefault;
  expires_at: Moment;
}

export interface StaffVisitsTable {
  id: Generated<string>;
  staff_id: string | null;
  customer_id: string;
  session_id: string | null;
  reason_sealed: Buffer;
  started_at: Moment;
  ends_at: Moment;
  ended_at: Moment | null;
}

export interface KnownDevicesTable {
  user_id: string;
  device: string;
  first_seen_at: Moment;
  last_seen_at: Moment;
}

export interface PicturesTable {
  id: Generated<string>;
  user_id: string | null;
  provider_id: string | null;
  type: 'image/webp' | 'image/png' | 'image/jpeg';
  content: Buffer;
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

export interface DataExportsTable {
  id: Generated<string>;
  user_id: string;
  status: Generated<'waiting' | 'ready' | 'failed'>;
  archive_sealed: Buffer | null;
  requested_at: MomentDefault;
  ready_at: Moment | null;
  expires_at: Moment | null;
}

export interface MailSettingsTable {
  id: Generated<number>;
  sender_name: Generated<string>;
  reply_to: string | null;
  version: Generated<number>;
  updated_at: MomentDefault;
}

export interface MailTemplatesTable {
  template: string;
  language: 'en' | 'zh';
  subject: string;
  body: string;
  version: Generated<number>;
  updated_by: string | null;
  updated_at: MomentDefault;
}

export interface HelpMessagesTable {
  id: Generated<string>;
  ticket: Generated<number>;
  user_id: string | null;
  topic: string;
  message_sealed: Buffer;
  language: 'en' | 'zh';
  mailed_at: Moment | null;
  created_at: MomentDefault;
}
