import type { ColumnType } from 'kysely';
import type { PublicKey } from '../../../domain/clinical/public-keys.ts';
import type { Moment } from './column-types.ts';

export interface ClinicalClientsTable {
  id: string;
  provider_id: string;
  name: string;
  created_by: string | null;
  created_at: Moment;
  revoked_at: Moment | null;
}

export interface ClinicalKeysTable {
  id: string;
  client_id: string;
  kid: string;
  public_jwk: ColumnType<PublicKey, string, string>;
  added_at: Moment;
  last_used_at: Moment | null;
  removed_at: Moment | null;
}

export interface ClinicalTokensTable {
  token_hash: Buffer;
  client_id: string;
  key_id: string;
  scopes: string;
  expires_at: Moment;
}

export interface ClinicalRequestsTable {
  client_id: string;
  kind: 'read' | 'search';
  hour: Moment;
  requests: number;
}

export interface ClinicalAssertionsTable {
  client_id: string;
  jti_hash: Buffer;
  expires_at: Moment;
}
