import { anyPlace, type SealedColumn, type SealedPlace } from './seal.ts';

/** Every column that contains a sealed value (D-16). `key` identifies the row in the seal's associated data. */
export const sealedColumns = [
  {
    table: 'users',
    column: 'medicare_sealed',
    key: 'id',
    index: { column: 'medicare_index', purpose: 'medicare' },
  },
  { table: 'users', column: 'pin_sealed', key: 'id' },
  { table: 'users', column: 'removal_reason_sealed', key: 'id' },
  { table: 'acps', column: 'answers_sealed', key: 'id' },
  { table: 'acps', column: 'snapshot_sealed', key: 'id' },
  { table: 'signatures', column: 'picture_sealed', key: 'id' },
  { table: 'files', column: 'key_sealed', key: 'id' },
  { table: 'earlier_files', column: 'key_sealed', key: 'id' },
  { table: 'second_factors', column: 'value_sealed', key: 'id' },
  { table: 'one_time_tokens', column: 'medicare_sealed', key: 'id' },
  { table: 'staff_visits', column: 'reason_sealed', key: 'id' },
  { table: 'data_exports', column: 'archive_sealed', key: 'id' },
  { table: 'data_export_parts', column: 'part_sealed', key: 'id' },
  { table: 'customer_imports', column: 'key_sealed', key: 'id' },
  { table: 'customer_import_problems', column: 'row_sealed', key: ['import_id', 'line'] },
  { table: 'customer_import_mends', column: 'cells_sealed', key: ['import_id', 'line'] },
  { table: 'help_messages', column: 'message_sealed', key: 'id' },
  { table: 'install_secrets', column: 'value_sealed', key: 'name' },
  { table: 'provider_integrations', column: 'secret_sealed', key: 'id' },
  { table: 'idempotency_keys', column: 'answer_sealed', key: ['actor_id', 'operation', 'key'] },
] as const satisfies readonly SealedColumn[];

/** A sealed value inside an event, which key rotation does not reach. */
type InEvent = { table: 'outbox'; column: 'receiver'; key: 'id' };

type Listed = (typeof sealedColumns)[number] | InEvent;
type Row<Key> = Key extends readonly string[] ? { [I in keyof Key]: string } : [id: string];
type In<Table extends Listed['table']> = Extract<Listed, { table: Table }>;

/** Returns the place of a value in a listed column, by the row's key; a key of several columns is given in the list's order. */
export const place = <Table extends Listed['table'], Column extends In<Table>['column']>(
  table: Table,
  column: Column,
  ...row: Row<Extract<In<Table>, { column: Column }>['key']>
): SealedPlace => anyPlace(table, column, row.join('/'));
