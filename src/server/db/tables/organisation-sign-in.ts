import type { Generated } from 'kysely';
import type { ConnectionProblem } from '../../../domain/providers/connection.ts';
import type { Moment } from './column-types.ts';

export interface ProviderConnectionsTable {
  provider_id: string;
  issuer: string;
  client_id: string;
  client_secret_sealed: Buffer;
  checked_at: Moment;
  last_error: ConnectionProblem | null;
  version: Generated<number>;
}

export interface OrganisationIdentitiesTable {
  user_id: string;
  provider_id: string;
  issuer: string;
  subject: string;
  joined_at: Moment;
}

export interface OrganisationSignInsTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider_id: string;
  token_id: string | null;
  created_at: Moment;
}

export interface OrganisationSessionsTable {
  session_id: string;
  user_id: string;
  provider_id: string;
  refresh_sealed: Buffer;
  ends_at: Moment;
  due_at: Moment;
}
