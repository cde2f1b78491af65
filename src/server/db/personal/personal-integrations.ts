import { words, type PersonalTable } from './personal-table.ts';
import type { Tables } from '../tables/tables.ts';

/** The personal data in the tables of integrations; part of `personalTables`. */
export const integrationTables = {
  integration_residents: {
    // Data about residents without an account: deleted when their provider disconnects, or thirty days after the resident left.
    owner: 'suggested_user_id',
    onDeletion: 'anonymise',
    leftOut: {
      internal: words(
        'integration_id resident_id first_name last_name birth_date medicare_card active seen_at match suggested_user_id',
      ),
    },
  },
  integration_links: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('resident_id linked_at unlinked_at sent_version sent_at withdrawn_at'),
    leftOut: {
      internal: words('id integration_id user_id linked_by cleanup_id sending_at failure failed_at'),
    },
  },
  integration_cleanups: {
    owner: 'cleaned_by',
    onDeletion: 'anonymise',
    leftOut: { internal: words('id integration_id cleaned_by cleaned_at undone_at address') },
  },
  integration_syncs: {
    owner: 'started_by',
    onDeletion: 'anonymise',
    leftOut: { internal: words('started_by') },
    impersonal: words('id integration_id state total done failed started_at beat_at ended_at'),
  },
  clinical_clients: {
    owner: 'created_by',
    onDeletion: 'anonymise',
    leftOut: { internal: words('created_by') },
    impersonal: words('id provider_id name created_at revoked_at'),
  },
  clinical_keys: {
    owner: 'added_by',
    onDeletion: 'anonymise',
    leftOut: { internal: words('added_by') },
    impersonal: words('id client_id kid public_jwk added_at last_used_at removed_at'),
  },
  clinical_webhooks: {
    owner: 'set_by',
    onDeletion: 'anonymise',
    leftOut: { internal: words('set_by secret_by') },
    impersonal: words(
      'id client_id address set_at events delivered_at failing_since failure stopped_at secret_id secret_at old_secret_id old_secret_until',
    ),
  },
  clinical_changes: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: { internal: words('user_id changed_at') },
  },
  clinical_notices: {
    // Deleted after thirty days. The deletion of an account is announced too, so its rows outlive it.
    owner: 'user_id',
    onDeletion: 'expire',
    leftOut: {
      internal: words(
        'id webhook_id user_id plan_version change number created_at tries tried_at state failure',
      ),
    },
  },
} as const satisfies { [Table in keyof Tables]?: PersonalTable<Table> };
