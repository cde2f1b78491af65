import { contactTables } from './personal-contacts.ts';
import { customerTables } from './personal-customers.ts';
import { fileTables } from './personal-files.ts';
import { integrationTables } from './personal-integrations.ts';
import { organisationTables } from './personal-organisations.ts';
import { paymentTables } from './personal-payments.ts';
import { words, type PersonalTable } from './personal-table.ts';
import type { Tables } from '../tables/tables.ts';

/**
 * The personal data in every table; `none` for tables without any. A test compares it with the database, so that each new column
 * must declare who receives it and how long it is kept.
 */
export const personalTables = {
  customer_types: 'none',
  import_forms: 'none',
  permission_roles: 'none',
  subscriptions: 'none',
  customer_providers: 'none',
  provider_charge_refusals: 'none',
  provider_connections: 'none',
  organisation_sign_ins: 'none',
  mail_settings: 'none',
  sent_messages: 'none',
  invoice_numbers: 'none',
  customer_counts: 'none',
  customer_count_changes: 'none',
  customer_totals: 'none',
  report_months: 'none',
  report_month_changes: 'none',
  report_month_totals: 'none',
  report_fill: 'none',
  audit_checks: 'none',
  provider_integrations: 'none',
  integration_sync_lines: 'none',
  integration_papers: 'none',
  clinical_tokens: 'none',
  clinical_assertions: 'none',
  clinical_requests: 'none',
  install_secrets: 'none',
  installation: 'none',
  nights: 'none',
  consent_texts: 'none',
  schema_migrations: 'none',
  users: {
    owner: 'id',
    onDeletion: 'delete',
    exported: words(
      'id first_name last_name email legacy_email phone gender dob postcode status customer_id room',
      'account_owner for_my_self medicare_sealed email_verified_at password_changed_at',
      'last_login_at eusa_read_version eusa_read_at privacy_policy_read_version',
      'privacy_policy_read_at not_owner_confirmed_at health_record_confirm_date',
      'donor_confirm_date next_billing_date trial_end_date delete_on created_at updated_at',
      'language date_format customer_columns second_step_on role removal_reason_sealed removal_requested_at integrations',
    ),
    leftOut: {
      secret: words('pin_sealed share_id password_hash'),
      shown: words('provider_id image search customer_provider_id'),
      internal: words(
        'permission_role_id medicare_index medicare_card medicare_card_of legacy_reset login_provider',
        'last_login_provider cognito_sync_status registration_type last_viewed_notifications invite_date',
        'invite_accepted_date tries_told_at deletion_requested_at deletion_reminded_at subscription_id removal_requested_by',
        'stripe_customer_id stripe_promotion_id invitation_id email_designated_at archived_from reminded_at review_mailed_at',
      ),
      unused: words('end_of_life_documents'),
    },
  },
  customer_list: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: {
      internal: words(
        'user_id provider_id status plan locked review latest_update created_at sort_name search invite_date trial_end_date removal_on sort_room has_conversation plan_since back_since',
      ),
    },
  },
  customer_milestones: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: {
      internal: words('user_id provider_id status joined_on started_on completed_on external changed_on'),
    },
  },
  plan_entries: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: { internal: words('id user_id seq provider_id at actor_id event') },
  },
  pictures: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('type content'),
    leftOut: { internal: words('id user_id created_at') },
    impersonal: words('provider_id'),
  },
  sessions: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('user_agent created_at last_seen_at'),
    leftOut: {
      secret: words('token_hash'),
      internal: words(
        'id user_id acting_staff_id staff_session_id together_visit_id second_step_at',
        'idle_expires_at absolute_expires_at',
      ),
    },
  },
  one_time_tokens: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: {
      internal: words('id purpose user_id new_email medicare_sealed created_at expires_at used_at'),
    },
  },
  second_factors: {
    owner: 'user_id',
    onDeletion: 'delete',
    // For telephone numbers; the secret of an authenticator app gives access, so it is left out.
    exported: words('value_sealed'),
    leftOut: { shown: words('confirmed_at'), internal: words('id user_id kind last_step created_at') },
  },
  recovery_codes: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: { secret: words('code_hash'), internal: words('id user_id used_at created_at') },
  },
  second_step_challenges: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: {
      secret: words('token_hash code_hash'),
      internal: words(
        'id user_id purpose factor_id code_sent_at code_expires_at tries used_at created_at',
        'expires_at',
      ),
    },
  },
  known_devices: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('device first_seen_at last_seen_at'),
    leftOut: { internal: words('user_id') },
  },
  staff_visits: {
    owner: 'customer_id',
    onDeletion: 'delete',
    exported: words('reason_sealed started_at ends_at ended_at together signed_versions'),
    leftOut: { shown: words('staff_id place_id'), internal: words('id customer_id session_id') },
  },
  staff_visit_changes: {
    owner: 'customer_id',
    onDeletion: 'delete',
    exported: words('field at'),
    leftOut: { internal: words('visit_id customer_id') },
  },
  attempts: {
    owner: 'subject_hash',
    onDeletion: 'expire',
    leftOut: { internal: words('scope subject_hash at') },
  },
  emergency_attempts: {
    owner: 'share_hash',
    onDeletion: 'expire',
    leftOut: { internal: words('id share_hash address_hash at ok slot request_hash') },
  },
  emergency_mails: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: { internal: words('user_id at') },
  },
  card_changes: {
    owner: 'user_id',
    onDeletion: 'expire',
    leftOut: { internal: words('id user_id changed_at') },
  },
  acps: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words(
      'status version plan_version language created_at updated_at completed_at still_right_at answers_sealed',
    ),
    leftOut: {
      shown: words('snapshot_sealed'),
      internal: words(
        'id user_id type definition_version snapshot_sha256 locked external signature_id kept_at',
        'locked_at locked_by restored_at restored_from still_right_version',
      ),
      unused: words('share_date'),
    },
  },
  signatures: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('picture_sealed'),
    leftOut: { internal: words('id user_id sha256 created_at') },
  },
  ...fileTables,
  ...contactTables,
  notifications: {
    owner: 'receiver_id',
    onDeletion: 'delete',
    exported: words('template metadata read created_at'),
    leftOut: { internal: words('id receiver_id user_id') },
  },
  recent_activities: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('template metadata created_at'),
    leftOut: { internal: words('id user_id actor_id') },
  },
  notification_settings: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('new_customers new_users acp_completed acp_updated frequency email_frequency updated_at'),
    leftOut: { internal: words('user_id digest_sent_until') },
  },
  data_exports: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: {
      shown: words('archive_sealed'),
      internal: words('id user_id status requested_at ready_at expires_at attempt'),
    },
  },
  data_export_parts: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: { shown: words('part_sealed'), internal: words('id export_id user_id attempt number') },
  },
  help_messages: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('ticket topic message_sealed language created_at'),
    leftOut: { internal: words('id user_id mailed_at') },
  },
  mail_outbox: {
    owner: 'to_address',
    onDeletion: 'delete',
    leftOut: {
      internal: words('id message_id to_address subject html plain created_at'),
    },
    impersonal: words('sender_name reply_to'),
  },
  idempotency_keys: {
    owner: 'actor_id',
    onDeletion: 'delete',
    leftOut: {
      shown: words('answer_sealed'),
      internal: words('actor_id operation key request_hash created_at'),
    },
  },
  outbox: {
    owner: 'payload',
    onDeletion: 'expire',
    leftOut: { internal: words('id type payload created_at') },
  },
  audit_log: {
    owner: 'chain',
    onDeletion: 'keep',
    leftOut: {
      shown: words('at action actor_id'),
      internal: words('chain seq actor_kind acting_staff_id subject_id details hash'),
    },
  },
  audit_heads: {
    owner: 'chain',
    onDeletion: 'keep',
    leftOut: { internal: words('chain seq hash') },
  },
  ...customerTables,
  ...paymentTables,
  ...integrationTables,
  ...organisationTables,
  mail_templates: {
    owner: 'updated_by',
    onDeletion: 'anonymise',
    leftOut: { internal: words('updated_by updated_at') },
    impersonal: words('template language subject body version'),
  },
  providers: {
    owner: 'contact_id',
    onDeletion: 'keep',
    leftOut: { internal: words('contact_id email phone_number') },
    impersonal: words(
      'id name address state postcode location logo trial_expiry_date parent_id provider_root_id search',
      'path version type archived archived_at created_at subscription_id subscription_start_date',
      'government_id external_id no_of_beds no_of_customers fee next_billing_date billed_subscription_id',
      'billing_anchor trial_notice trial_notice_for stripe_customer_id',
    ),
  },
} as const satisfies { [Table in keyof Tables]: PersonalTable<Table> | 'none' };
