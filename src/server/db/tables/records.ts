import type { Generated, GeneratedAlways } from 'kysely';
import type { DateOnly, Json, JsonDefault, Moment, MomentDefault } from './column-types.ts';

export interface AuditLogTable {
  chain: string;
  seq: number;
  at: Moment;
  actor_kind: string;
  actor_id: string | null;
  acting_staff_id: string | null;
  action: string;
  subject_id: string | null;
  details: JsonDefault<Record<string, unknown>>;
  hash: Buffer;
}

export interface AuditHeadsTable {
  chain: string;
  seq: number;
  hash: Buffer;
}

export interface OutboxTable {
  id: GeneratedAlways<number>;
  type: string;
  payload: Json<Record<string, unknown>>;
  created_at: MomentDefault;
}

export interface IdempotencyKeysTable {
  actor_id: string;
  operation: string;
  key: string;
  request_hash: Buffer;
  answer_sealed: Buffer;
  created_at: MomentDefault;
}

export interface DataExportsTable {
  id: Generated<string>;
  user_id: string;
  status: Generated<'waiting' | 'ready' | 'failed'>;
  archive_sealed: Buffer | null;
  requested_at: MomentDefault;
  ready_at: Moment | null;
  expires_at: Moment | null;
  attempt: string | null;
}

export interface DataExportPartsTable {
  id: string;
  export_id: string;
  user_id: string;
  attempt: string;
  number: number;
  part_sealed: Buffer;
}

export interface InstallSecretsTable {
  name: string;
  value_sealed: Buffer;
}

/** The text of an agreement under the version that people agreed to. */
export interface ConsentTextsTable {
  document: 'eusa' | 'privacy';
  version: string;
  en: string[];
  zh: string[];
  first_agreed_at: Moment;
}

/** The single row that distinguishes this database from copies of it. */
export interface InstallationTable {
  is_only: Generated<boolean>;
  id: Generated<string>;
  generation: Generated<number>;
}

export interface NightsTable {
  task: string;
  night: DateOnly;
  claimed_until: Moment;
  done_at: Moment | null;
  /** When the last successful run ended, on any date; null for runs before migration 62. */
  last_done_at: Moment | null;
  /** When the job last failed after its last successful run. */
  failed_at: Moment | null;
}

export interface SchemaMigrationsTable {
  number: number;
  name: string;
  checksum: string;
  applied_at: MomentDefault;
  /** The minimum number of a server's newest migration that can work on this schema. */
  compatible_from: Generated<number>;
}
