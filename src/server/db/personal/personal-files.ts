import { words, type PersonalTable } from './personal-table.ts';
import type { Tables } from '../tables/tables.ts';

/** The personal data in the tables of files. */
export const fileTables = {
  files: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words(
      'category document_type file_name size note is_active is_uploaded is_questionnaire uploaded_timestamp',
      'activated_timestamp replaced_at created_at added_by reviewed_at reviewed_by set_aside_at set_aside_by',
      'owner_confirmed_at',
    ),
    leftOut: {
      internal: words('id user_id logical_file_id key_sealed s3_key s3_file_path is_eol is_external_eol'),
    },
  },
  file_uploads: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: { internal: words('file_id user_id expires_at checking_since becomes_file problem pages') },
  },
  file_objects: {
    owner: 'file_id',
    onDeletion: 'expire',
    leftOut: { internal: words('id key file_id number size created_at') },
  },
  // A link can be wrong until an administrator confirms it, so a copy of data must not contain these: it has the file that is
  // made of one.
  earlier_files: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: {
      internal: words(
        'id kind user_id file_id legacy_email file_name size sha256 key_sealed content status problem created_at settled_at',
      ),
    },
  },
} as const satisfies { [Table in keyof Tables]?: PersonalTable<Table> };
