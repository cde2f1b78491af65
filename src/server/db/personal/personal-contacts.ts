import { words, type PersonalTable } from './personal-table.ts';
import type { Tables } from '../tables/tables.ts';

/** The personal data in the tables of trusted contacts. */
export const contactTables = {
  trusted_contacts: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words(
      'id user_id name email phone relationship substitutedDecisionMaker enduringGuardian',
      'fullAccess on_emergency_page status accepted_at created_at asked_at plan_shared last_opened_at',
      'hospital_news',
    ),
    leftOut: {
      secret: words('request_link view_link'),
      internal: words(
        'permission_confirmed_at reminded_at expiry_told_at view_link_until opened_plan_version opening_mailed_at',
      ),
    },
  },
  contact_suggestions: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('name email phone relationship substitutedDecisionMaker enduringGuardian suggested_at'),
    leftOut: { internal: words('id user_id suggested_by') },
  },
  health_links: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('reader_sealed created_at expires_at revoked_at tries'),
    leftOut: {
      secret: words('id_hash link_sealed passcode_hash'),
      internal: words('id user_id mailed_at'),
    },
  },
  health_link_openings: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('at plan_version said_sealed'),
    leftOut: { internal: words('id user_id link_id') },
  },
  shared_files: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('file_id shared_with shared_at'),
    leftOut: { internal: words('id user_id') },
  },
} as const satisfies { [Table in keyof Tables]?: PersonalTable<Table> };
