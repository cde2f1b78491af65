import { words, type PersonalTable } from './personal-table.ts';
import type { Tables } from '../tables/tables.ts';

/** The personal data in the tables of the sign-in at an organisation; part of `personalTables`. */
export const organisationTables = {
  organisation_identities: {
    owner: 'user_id',
    onDeletion: 'delete',
    exported: words('issuer subject joined_at'),
    leftOut: { internal: words('user_id provider_id') },
  },
  organisation_sessions: {
    owner: 'user_id',
    onDeletion: 'delete',
    leftOut: {
      secret: words('refresh_sealed'),
      internal: words('session_id user_id provider_id ends_at due_at'),
    },
  },
} as const satisfies { [Table in keyof Tables]?: PersonalTable<Table> };
