import type { Generated, GeneratedAlways } from 'kysely';
import type { Role } from '../../../domain/access/actors.ts';
import type { StaffJob } from '../../../domain/staff/jobs.ts';
import type { DateOnly, JsonDefault, Moment, MomentDefault } from './column-types.ts';

export interface PermissionRolesTable {
  id: number;
  label: string;
  role: Role;
  role_group: 'provider' | 'platform' | 'customer';
  can_manage_acp: Generated<boolean>;
  can_manage_all: Generated<boolean>;
  can_manage_user: Generated<boolean>;
  version: Generated<number>;
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
  /** Room or bed in the house, as staff write it (N-09). */
  room: string | null;
  registration_type: string | null;
  account_owner: Generated<string>;
  for_my_self: Generated<boolean>;
  medicare_sealed: Buffer | null;
  medicare_index: Buffer | null;
  medicare_card: Buffer | null;
  medicare_card_of: Buffer | null;
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
  end_of_life_documents: JsonDefault<unknown[]>;
  integrations: JsonDefault<unknown[]>;
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
  removal_requested_at: Moment | null;
  review_mailed_at: Moment | null;
  removal_requested_by: string | null;
  removal_reason_sealed: Buffer | null;
  created_at: MomentDefault;
  updated_at: MomentDefault;
  search: GeneratedAlways<string>;
  invitation_id: string | null;
  email_designated_at: Moment | null;
  archived_from: 'invited' | 'active' | 'suspended' | null;
  reminded_at: Moment | null;
  /** The job of a member of staff (PUSER-01). */
  role: StaffJob | null;
  /** Chosen columns of the customer table; null for the usual ones. */
  customer_columns: string[] | null;
}

export interface PicturesTable {
  id: Generated<string>;
  user_id: string | null;
  provider_id: string | null;
  type: 'image/webp' | 'image/png' | 'image/jpeg';
  content: Buffer;
  created_at: MomentDefault;
}

export interface CustomerTypesTable {
  id: number;
  label: string;
  editable: Generated<boolean>;
}
