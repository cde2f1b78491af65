import type { Generated, GeneratedAlways, ColumnType } from 'kysely';
import type { Century } from '../../../domain/customers/import/cells.ts';
import type { ImportColumn, ImportState } from '../../../domain/customers/import/columns.ts';
import type { ImportEncoding } from '../../../domain/customers/import/encodings.ts';
import type {
  ImportDecision,
  InvitationState,
  SameKind,
} from '../../../domain/customers/import/same-person.ts';
import type { DateOnly, Moment, MomentDefault } from './column-types.ts';

export interface ProvidersTable {
  id: Generated<string>;
  name: string;
  address: string | null;
  state: string | null;
  postcode: string | null;
  location: string | null;
  phone_number: string | null;
  email: string | null;
  logo: string | null;
  trial_expiry_date: DateOnly | null;
  parent_id: string | null;
  provider_root_id: string | null;
  /** Ids from the root down to this provider itself. */
  path: string[];
  subscription_id: string | null;
  subscription_start_date: DateOnly | null;
  government_id: string | null;
  external_id: string | null;
  no_of_beds: number | null;
  no_of_customers: number | null;
  fee: number | null;
  next_billing_date: DateOnly | null;
  billed_subscription_id: string | null;
  billing_anchor: DateOnly | null;
  trial_notice: number | null;
  trial_notice_for: DateOnly | null;
  stripe_customer_id: string | null;
  contact_id: string | null;
  version: Generated<number>;
  type: Generated<'internal_provider' | 'external_provider'>;
  archived: Generated<boolean>;
  archived_at: Moment | null;
  created_at: MomentDefault;
  search: GeneratedAlways<string>;
}

export interface CustomerProvidersTable {
  id: Generated<string>;
  provider_name: string;
  service_name: string | null;
  address: string | null;
  suburb: string | null;
  state: string | null;
  postcode: string | null;
  care_type: string | null;
  created_at: MomentDefault;
  version: Generated<number>;
  search: GeneratedAlways<string>;
}

export interface CustomerImportsTable {
  id: Generated<string>;
  name: string;
  path: string;
  storage_key: string;
  provider_id: string | null;
  imported_by: string | null;
  created_at: MomentDefault;
  state: Generated<ImportState>;
  /** Size of the file in bytes. */
  size: number | null;
  key_sealed: Buffer | null;
  total: Generated<number>;
  reached: Generated<number>;
  line: Generated<number>;
  done: Generated<number>;
  failed: Generated<number>;
  started_at: Moment | null;
  finished_at: Moment | null;
  fresh: number | null;
  doubtful: number | null;
  faulty: number | null;
  addressless: number | null;
  updated: Generated<number>;
  kept: Generated<number>;
  taken_back: Generated<number>;
  send_now: Generated<boolean>;
  invitations: InvitationState | null;
  invitations_due_at: Moment | null;
  form: ColumnType<ImportForm | null, string | null, string | null>;
  houses: ColumnType<ImportHouses | null, string | null, string | null>;
  mended: Generated<number>;
  reached_again: number | null;
}

/** New customers of a checked list by the id of their provider. */
export type ImportHouses = Readonly<Record<string, number>>;

/** How to read a list that is not the template in UTF-8. */
export type ImportForm = {
  encoding: ImportEncoding;
  columns: (ImportColumn | null)[];
  century: Century;
};

export interface ImportFormsTable {
  provider_id: string;
  heads: string[];
  columns: ColumnType<(ImportColumn | null)[], string, string>;
  century: Century;
  updated_at: MomentDefault;
}

export interface CustomerImportLinesTable {
  import_id: string;
  line: number;
  kind: SameKind | 'mend';
  person_id: string | null;
  decision: ImportDecision | null;
}

export interface CustomerImportAdditionsTable {
  user_id: string;
  import_id: string;
}

export interface CustomerImportMendsTable {
  import_id: string;
  line: number;
  cells_sealed: Buffer;
  created_at: MomentDefault;
}

export interface CustomerImportProblemsTable {
  import_id: string;
  line: number;
  row_sealed: Buffer;
  created_at: MomentDefault;
}
