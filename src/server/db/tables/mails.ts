import type { Generated, GeneratedAlways } from 'kysely';
import type { Moment, MomentDefault } from './column-types.ts';

export interface MailOutboxTable {
  id: Generated<string>;
  message_id: string;
  to_address: string;
  sender_name: string | null;
  reply_to: string | null;
  subject: string;
  html: string;
  plain: string;
  created_at: MomentDefault;
}

export interface SentMessagesTable {
  message_id: string;
  sent_at: MomentDefault;
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
  ticket: GeneratedAlways<number>;
  user_id: string | null;
  topic: string;
  message_sealed: Buffer;
  language: 'en' | 'zh';
  mailed_at: Moment | null;
  created_at: MomentDefault;
}
