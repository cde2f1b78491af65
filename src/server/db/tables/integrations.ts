import type { ColumnType, Generated } from 'kysely';
import type { NoticeState, PlanChange } from '../../../domain/clinical/notices.ts';
import type { PublicKey } from '../../../domain/clinical/public-keys.ts';
import type { DateOnly, Moment, MomentDefault } from './column-types.ts';

export interface ProviderIntegrationsTable {
  id: Generated<string>;
  provider_id: string;
  type: Generated<string>;
  address: string;
  facility_code: string;
  user_name: string;
  secret_sealed: Buffer;
  secret_saved_at: Moment;
  checked_at: Moment | null;
  failed_at: Moment | null;
  failure: 'credentials' | 'unreachable' | 'unexpected' | null;
  residents_loaded_at: Moment | null;
  version: Generated<number>;
  created_at: MomentDefault;
  updated_at: MomentDefault;
}

export interface IntegrationResidentsTable {
  integration_id: string;
  resident_id: string;
  first_name: string;
  last_name: string;
  birth_date: DateOnly | null;
  medicare_card: Buffer | null;
  active: Generated<boolean>;
  seen_at: Moment;
  match: Generated<'suggested' | 'several' | 'differs' | 'none'>;
  suggested_user_id: string | null;
}

export interface IntegrationCleanupsTable {
  id: Generated<string>;
  integration_id: string;
  cleaned_by: string | null;
  cleaned_at: Moment;
  undone_at: Moment | null;
  /** Null before migration 0064. */
  address: string | null;
}

/** Why a plan was not sent. */
export type SendFailure = 'credentials' | 'unreachable' | 'unexpected' | 'refused' | 'locked' | 'noPlan';

export interface IntegrationLinksTable {
  id: Generated<string>;
  integration_id: string;
  resident_id: string;
  user_id: string;
  linked_by: string | null;
  linked_at: Moment;
  unlinked_at: Moment | null;
  cleanup_id: string | null;
  sent_version: number | null;
  sent_at: Moment | null;
  withdrawn_at: Moment | null;
  sending_at: Moment | null;
  failure: SendFailure | null;
  failed_at: Moment | null;
}

export interface IntegrationSyncsTable {
  id: Generated<string>;
  integration_id: string;
  started_by: string | null;
  state: Generated<'running' | 'stopped' | 'done'>;
  total: Generated<number>;
  done: Generated<number>;
  failed: Generated<number>;
  started_at: Moment;
  beat_at: Moment;
  ended_at: Moment | null;
}

export interface IntegrationSyncLinesTable {
  sync_id: string;
  link_id: string;
  state: Generated<'waiting' | 'sending' | 'sent' | 'same' | 'withdrawn' | 'failed'>;
  failure: SendFailure | null;
  plan_version: number | null;
  ended_at: Moment | null;
}

export interface IntegrationPapersTable {
  link_id: string;
  paper_id: string;
  file_id: string | null;
  failure: 'credentials' | 'unreachable' | 'unexpected' | 'refused' | 'tooLarge' | null;
  seen_at: Moment;
  change_mark: string | null;
}

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
  added_by: Generated<string | null>;
  last_used_at: Moment | null;
  removed_at: Moment | null;
}

export interface ClinicalWebhooksTable {
  id: string;
  client_id: string;
  address: string;
  set_by: string | null;
  set_at: Moment;
  events: Generated<number>;
  delivered_at: Moment | null;
  failing_since: Moment | null;
  failure: string | null;
  stopped_at: Moment | null;
  secret_id: string | null;
  secret_at: Moment | null;
  secret_by: string | null;
  old_secret_id: string | null;
  old_secret_until: Moment | null;
}

export interface ClinicalChangesTable {
  user_id: string;
  changed_at: Moment;
}

export interface ClinicalNoticesTable {
  id: string;
  webhook_id: string;
  user_id: string;
  plan_version: number | null;
  change: PlanChange;
  number: number;
  created_at: Moment;
  tries: Generated<number>;
  tried_at: Moment | null;
  state: Generated<NoticeState>;
  failure: string | null;
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
