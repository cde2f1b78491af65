import type { Generated, GeneratedAlways } from 'kysely';
import type { PhotographedPage } from '../../../domain/files/photographs.ts';
import type { Json, Moment, MomentDefault } from './column-types.ts';

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
  signature_id: string | null;
  kept_at: Moment | null;
  locked_at: Moment | null;
  locked_by: string | null;
  restored_at: Moment | null;
  restored_from: number | null;
  still_right_at: Moment | null;
  still_right_version: number | null;
}

export interface SignaturesTable {
  id: string;
  user_id: string;
  sha256: Buffer;
  picture_sealed: Buffer;
  created_at: MomentDefault;
}

export interface FilesTable {
  id: Generated<string>;
  user_id: string;
  logical_file_id: Generated<string>;
  category: 'ACP' | 'ADDITIONAL_DOCUMENT' | 'WISHES';
  document_type: string | null;
  file_name: string;
  is_active: Generated<boolean>;
  s3_key: string | null;
  s3_file_path: string | null;
  uploaded_timestamp: Moment | null;
  activated_timestamp: Moment | null;
  is_uploaded: Generated<boolean>;
  is_questionnaire: Generated<boolean>;
  is_eol: Generated<boolean>;
  is_external_eol: Generated<boolean>;
  note: string | null;
  created_at: MomentDefault;
  size: number | null;
  key_sealed: Buffer | null;
  replaced_at: Moment | null;
  added_by: string | null;
  reviewed_at: Moment | null;
  reviewed_by: string | null;
  set_aside_at: Moment | null;
  set_aside_by: string | null;
  owner_confirmed_at: Moment | null;
}

export interface FileUploadsTable {
  file_id: string;
  user_id: string;
  expires_at: Moment;
  checking_since: Moment | null;
  becomes_file: Generated<boolean>;
  problem: string | null;
  pages: Json<PhotographedPage[]> | null;
}

export interface EarlierFilesTable {
  id: Generated<string>;
  kind: 'questionnaire' | 'eol';
  user_id: string | null;
  file_id: string | null;
  legacy_email: string;
  file_name: string;
  size: number;
  sha256: Buffer;
  key_sealed: Buffer | null;
  content: Buffer | null;
  status: Generated<'waiting' | 'refused' | 'done'>;
  problem: string | null;
  created_at: MomentDefault;
  settled_at: Moment | null;
}

export interface FileObjectsTable {
  id: string;
  key: string;
  file_id: string | null;
  number: number | null;
  size: number;
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
  asked_at: Moment | null;
  request_link: string | null;
  reminded_at: Moment | null;
  expiry_told_at: Moment | null;
  plan_shared: Generated<boolean>;
  view_link: string | null;
  view_link_until: Moment | null;
  last_opened_at: Moment | null;
  opened_plan_version: number | null;
  opening_mailed_at: Moment | null;
  /** The contact asked for a mail when staff hand the plan to an ambulance. */
  hospital_news: Generated<boolean>;
}

export interface ContactSuggestionsTable {
  id: Generated<string>;
  user_id: string;
  suggested_by: string | null;
  suggested_at: MomentDefault;
  name: string;
  email: string;
  phone: string;
  relationship: string;
  substitutedDecisionMaker: Generated<boolean>;
  enduringGuardian: Generated<boolean>;
}

export interface SharedFilesTable {
  id: Generated<string>;
  user_id: string;
  file_id: string;
  shared_with: string;
  shared_at: MomentDefault;
}

export interface EmergencyAttemptsTable {
  id: GeneratedAlways<number>;
  share_hash: Buffer;
  address_hash: Buffer;
  at: MomentDefault;
  ok: Generated<boolean>;
  slot: number | null;
  request_hash: Buffer | null;
}

export interface HealthLinksTable {
  id: string;
  user_id: string;
  id_hash: Buffer;
  link_sealed: Buffer;
  reader_sealed: Buffer;
  passcode_hash: string;
  tries: Generated<number>;
  expires_at: Moment;
  revoked_at: Moment | null;
  mailed_at: Moment | null;
  created_at: Moment;
}

export interface HealthLinkOpeningsTable {
  id: string;
  link_id: string;
  user_id: string;
  plan_version: number;
  said_sealed: Buffer;
  at: Moment;
}

/** Changes of cards and of plans in force within the last hour. Triggers insert them. */
export interface CardChangesTable {
  id: GeneratedAlways<number>;
  user_id: string;
  changed_at: MomentDefault;
}

export interface EmergencyMailsTable {
  user_id: string;
  at: MomentDefault;
}
