import type { ColumnType, Generated } from 'kysely';
import type {
  DataExportsTable,
  HelpMessagesTable,
  KnownDevicesTable,
  MailSettingsTable,
  MailTemplatesTable,
  NotificationSettingsTable,
  OneTimeTokensTable,
  PicturesTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  SecondStepChallengesTable,
  SessionsTable,
  StaffVisitsTable,
} from './accounts.ts';
import type { DateOnly, Json, Moment, MomentDefault } from './column-types.ts';

export type RoleName = 'user' | 'provideradmin' | 'providerview' | 'admin' | 'tlcadmin' | 'sysadmin';

export interface PermissionRolesTable {
  id: number;
  label: string;
  role: RoleName;
  role_group: 'provider' | 'platform' | 'customer';
  can_manage_acp: boolean;
  can_manage_all: boolean;
  can_manage_user: boolean;
}

export interface ProvidersTable {
  id: Generated<string>;
  name: string;
  address: string | null;
  state: string | null;
  postcode: string | null;
  location: string | null;
  phone_number: string | null;
  email: string | null;
  logo: string | null;
  trial_expiry_date: DateOnly | null;
  parent_id: string | null;
  provider_root_id: string | null;
  path: Generated<string[]>;
  contact_id: string | null;
  version: Generated<number>;
  type: Generated<'internal_provider' | 'external_provider'>;
  archived: Generated<boolean>;
  created_at: MomentDefault;
}

export interface CustomerProvidersTable {
  id: Generated<string>;
  provider_name: string;
}

export interface SubscriptionsTable {
  id: Generated<string>;
  name: string;
  fee: number;
  customer_type_id: number;
  recurrence: 'year' | 'never';
  stripe_price_id: string | null;
  status: Generated<'active' | 'expired'>;
}

export interface UsersTable {
  id: Generated<string>;
  permission_role_id: Generated<number>;
  provider_id: string | null;
  customer_provider_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string;
  legacy_email: string | null;
  phone: string | null;
  gender: 'Male' | 'Female' | 'Other' | null;
  dob: DateOnly | null;
  postcode: string | null;
  image: string | null;
  language: Generated<'en' | 'zh'>;
  status: Generated<'invited' | 'active' | 'suspended' | 'archived'>;
  customer_id: string | null;
  registration_type: string | null;
  account_owner: Generated<string>;
  for_my_self: Generated<boolean>;
  medicare_sealed: Buffer | null;
  medicare_index: Buffer | null;
  pin_sealed: Buffer;
  share_id: string;
  password_hash: string | null;
  password_changed_at: Moment | null;
  legacy_reset: Generated<boolean>;
  email_verified_at: Moment | null;
  login_provider: Generated<'password' | 'external' | 'social'>;
  last_login_provider: string | null;
  last_login_at: Moment | null;
  cognito_sync_status: string | null;
  eusa_read_version: string | null;
  eusa_read_at: Moment | null;
  privacy_policy_read_version: string | null;
  privacy_policy_read_at: Moment | null;
  not_owner_confirmed_at: Moment | null;
  health_record_confirm_date: Moment | null;
  donor_confirm_date: Moment | null;
  subscription_id: string | null;
  stripe_customer_id: string | null;
  stripe_promotion_id: string | null;
  next_billing_date: DateOnly | null;
  trial_end_date: DateOnly | null;
  last_viewed_notifications: Moment | null;
  invite_date: Moment | null;
  invite_accepted_date: Moment | null;
  date_format: Generated<'DD/MM/YY' | 'DD/MM/YYYY' | 'YYYY-MM-DD'>;
  second_step_on: Generated<boolean>;
  tries_told_at: Moment | null;
  delete_on: DateOnly | null;
  deletion_requested_at: Moment | null;
  deletion_reminded_at: Moment | null;
  created_at: MomentDefault;
  updated_at: MomentDefault;
}

export interface AttemptsTable {
  scope: string;
  subject_hash: Buffer;
  at: MomentDefault;
}

export interface AcpsTable {
  id: Generated<string>;
  user_id: string;
  type: Generated<'active' | 'revision'>;
  status: Generated<'draft' | 'complete'>;
  version: Generated<number>;
  plan_version: Generated<number>;
  definition_version: Generated<number>;
  language: Generated<'en' | 'zh'>;
  answers_sealed: Buffer;
  snapshot_sealed: Buffer | null;
  snapshot_sha256: Buffer | null;
  locked: Generated<boolean>;
  external: Generated<boolean>;
  share_date: Moment | null;
  completed_at: Moment | null;
  created_at: MomentDefault;
  updated_at: MomentDefault;
}

export interface FilesTable {
  id: Generated<string>;
  user_id: string;
  logical_file_id: Generated<string>;
  category: 'ACP' | 'ADDITIONAL_DOCUMENT' | 'WISHES';
  document_type: string | null;
  file_name: string;
  is_active: Generated<boolean>;
  activated_timestamp: Moment | null;
  is_uploaded: Generated<boolean>;
  is_questionnaire: Generated<boolean>;
  created_at: MomentDefault;
}

export interface TrustedContactsTable {
  id: Generated<string>;
  user_id: string;
  name: string;
  email: string;
  phone: string;
  relationship: string;
  substitutedDecisionMaker: Generated<boolean>;
  enduringGuardian: Generated<boolean>;
  fullAccess: Generated<boolean>;
  on_emergency_page: Generated<boolean>;
  status: Generated<'accepted' | 'pending'>;
  permission_confirmed_at: Moment | null;
  accepted_at: Moment | null;
  created_at: MomentDefault;
}

export interface NotificationsTable {
  id: Generated<string>;
  template: string;
  metadata: Json<Record<string, unknown>>;
  receiver_id: string;
  user_id: string | null;
  read: Generated<boolean>;
  created_at: MomentDefault;
}

export interface RecentActivitiesTable {
  id: Generated<string>;
  template: string;
  metadata: Json<Record<string, unknown>>;
  user_id: string;
  actor_id: string | null;
  created_at: MomentDefault;
}

export interface AuditLogTable {
  chain: string;
  seq: number;
  at: Moment;
  actor_kind: string;
  actor_id: string | null;
  acting_staff_id: string | null;
  action: string;
  subject_id: string | null;
  details: Json<Record<string, unknown>>;
  hash: Buffer;
}

export interface AuditHeadsTable {
  chain: string;
  seq: number;
  hash: Buffer;
}

export interface OutboxTable {
  id: ColumnType<string, never, never>;
  type: string;
  payload: Json<Record<string, unknown>>;
  created_at: MomentDefault;
}

export interface IdempotencyKeysTable {
  actor_id: string;
  operation: string;
  key: string;
  request_hash: Buffer;
  answer_sealed: Buffer;
  created_at: MomentDefault;
}

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

export interface InstallSecretsTable {
  name: string;
  value_sealed: Buffer;
}

export interface EmergencyAttemptsTable {
  share_hash: Buffer;
  address_hash: Buffer;
  at: MomentDefault;
  ok: boolean;
}

/** The tables as the server's queries see them. Columns that no query of the server names yet are left out. */
export interface Tables {
  permission_roles: PermissionRolesTable;
  providers: ProvidersTable;
  customer_providers: CustomerProvidersTable;
  subscriptions: SubscriptionsTable;
  users: UsersTable;
  sessions: SessionsTable;
  one_time_tokens: OneTimeTokensTable;
  attempts: AttemptsTable;
  acps: AcpsTable;
  files: FilesTable;
  trusted_contacts: TrustedContactsTable;
  notifications: NotificationsTable;
  recent_activities: RecentActivitiesTable;
  audit_log: AuditLogTable;
  audit_heads: AuditHeadsTable;
  outbox: OutboxTable;
  idempotency_keys: IdempotencyKeysTable;
  mail_outbox: MailOutboxTable;
  sent_messages: SentMessagesTable;
  emergency_attempts: EmergencyAttemptsTable;
  install_secrets: InstallSecretsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  second_step_challenges: SecondStepChallengesTable;
  staff_visits: StaffVisitsTable;
  known_devices: KnownDevicesTable;
  pictures: PicturesTable;
  notification_settings: NotificationSettingsTable;
  data_exports: DataExportsTable;
  mail_settings: MailSettingsTable;
  mail_templates: MailTemplatesTable;
  help_messages: HelpMessagesTable;
  nights: { task: string; night: DateOnly; claimed_until: Moment; done_at: Moment | null };
}
