import type { Generated } from 'kysely';
import type { Moment, MomentDefault } from './column-types.ts';

export interface SessionsTable {
  id: Generated<string>;
  token_hash: Buffer;
  user_id: string;
  acting_staff_id: string | null;
  staff_session_id: string | null;
  together_visit_id: string | null;
  second_step_at: Moment | null;
  created_at: MomentDefault;
  last_seen_at: MomentDefault;
  idle_expires_at: Moment;
  absolute_expires_at: Moment;
  user_agent: string | null;
}

export interface OneTimeTokensTable {
  id: Generated<string>;
  purpose: 'verify-email' | 'reset-password' | 'join-organisation';
  user_id: string;
  new_email: string | null;
  medicare_sealed: Buffer | null;
  created_at: MomentDefault;
  expires_at: Moment;
  used_at: Moment | null;
}

export interface AttemptsTable {
  scope: string;
  subject_hash: Buffer;
  at: MomentDefault;
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

export interface KnownDevicesTable {
  user_id: string;
  device: string;
  first_seen_at: Moment;
  last_seen_at: Moment;
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
  together: Generated<boolean>;
  place_id: string | null;
  signed_versions: Generated<number[]>;
}

export interface StaffVisitChangesTable {
  visit_id: string;
  customer_id: string;
  field: string;
  at: Moment;
}
