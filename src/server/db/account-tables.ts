import type { Generated } from 'kysely';
import type { Moment, MomentDefault } from './column-types.ts';

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
  updated_at: MomentDefault;
}

export interface MailTemplatesTable {
  template: string;
  language: 'en' | 'zh';
  subject: string;
  body: string;
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
  created_at: MomentDefault;
}
