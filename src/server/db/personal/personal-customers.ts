import { words, type PersonalTable } from './personal-table.ts';
import type { Tables } from '../tables/tables.ts';

/** The personal data in the tables of invitations, moves and imports of customers; part of `personalTables`. */
export const customerTables = {
  held_invitations: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: { internal: words('user_id invitation_id kind created_at') },
  },
  // A line of the activities contains the names of both houses.
  customer_moves: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: {
      shown: words('from_provider_id to_provider_id moved_at undone_at'),
      internal: words('id user_id trial_end_date room moved_by'),
    },
  },
  // Staff see which records may be of one person; a line of the activities says that one was kept.
  duplicate_pairs: {
    owner: 'first_id',
    onDeletion: 'delete',
    leftOut: {
      internal: words(
        'first_id second_id root_id by_name by_medicare by_customer_id found_at set_aside_at set_aside_by',
      ),
    },
  },
  duplicate_links: {
    owner: 'archived_id',
    onDeletion: 'delete',
    leftOut: { shown: words('linked_at'), internal: words('archived_id kept_id linked_by') },
  },
  conversations: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('outcome held_on next_on recorded_at answer answered_at'),
    leftOut: {
      // The copy contains the names of the house and of the staff member.
      shown: words('provider_id recorded_by'),
      internal: words('id user_id'),
    },
  },
  hospital_stays: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('began_at back_at looked_at'),
    leftOut: { internal: words('id user_id') },
  },
  plan_handings: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('receiver receiver_sealed handed_at'),
    leftOut: { internal: words('id user_id stay_id staff_id created_at') },
  },
  customer_imports: {
    owner: 'imported_by',
    onDeletion: 'anonymise',
    leftOut: { internal: words('imported_by name path storage_key created_at key_sealed') },
    impersonal: words(
      'id provider_id state size total reached line done failed started_at finished_at fresh doubtful faulty',
      'addressless updated kept taken_back send_now invitations invitations_due_at form houses mended reached_again',
    ),
  },
  customer_import_lines: {
    owner: 'person_id',
    onDeletion: 'anonymise',
    leftOut: { internal: words('person_id') },
    impersonal: words('import_id line kind decision'),
  },
  customer_import_additions: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: { internal: words('user_id import_id') },
  },
  customer_import_problems: {
    // About people without an account: it expires after thirty days.
    owner: 'import_id',
    onDeletion: 'expire',
    leftOut: { internal: words('import_id line row_sealed created_at') },
  },
  customer_import_mends: {
    // About people without an account: it is deleted with the list, at the latest a day after it was sent.
    owner: 'import_id',
    onDeletion: 'expire',
    leftOut: { internal: words('import_id line cells_sealed created_at') },
  },
} as const satisfies { [Table in keyof Tables]?: PersonalTable<Table> };
