import { personalTables } from '../personal/personal-columns.ts';
import type { Tables } from '../tables/tables.ts';
import { anyPlace, type SealedColumn, type SealedPlace } from './seal.ts';

/** Sealed columns with another key than `id` or with a blind index, and those of tables without personal data. */
const special = [
  {
    table: 'users',
    column: 'medicare_sealed',
    key: 'id',
    index: { column: 'medicare_index', purpose: 'medicare' },
  },
  { table: 'provider_connections', column: 'client_secret_sealed', key: 'provider_id' },
  { table: 'provider_integrations', column: 'secret_sealed', key: 'id' },
  { table: 'organisation_sessions', column: 'refresh_sealed', key: 'session_id' },
  { table: 'customer_import_problems', column: 'row_sealed', key: ['import_id', 'line'] },
  { table: 'customer_import_mends', column: 'cells_sealed', key: ['import_id', 'line'] },
  { table: 'install_secrets', column: 'value_sealed', key: 'name' },
  { table: 'idempotency_keys', column: 'answer_sealed', key: ['actor_id', 'operation', 'key'] },
] as const satisfies readonly SealedColumn[];

/** Columns of the list of personal columns whose name says that they are sealed. */
const named = Object.entries(personalTables).flatMap(([table, entry]): SealedColumn[] => {
  if (entry === 'none') return [];
  const { exported = [], leftOut } = entry as { exported?: readonly string[]; leftOut: object };
  const columns = [...exported, ...(Object.values(leftOut) as (readonly string[])[]).flat()];
  return columns
    .filter((column) => column.endsWith('_sealed'))
    .map((column) => ({ table, column, key: 'id' }));
});

const isSpecial = ({ table, column }: SealedColumn) =>
  special.some((each) => each.table === table && each.column === column);

/** Every column that contains a sealed value (D-16). `key` identifies the row in the seal's associated data. */
export const sealedColumns: readonly SealedColumn[] = [
  ...special,
  ...named.filter((each) => !isSpecial(each)),
];

/** A sealed value inside an event, which key rotation does not reach. */
type InEvent = { table: 'outbox'; column: 'receiver'; key: 'id' };

type Special = (typeof special)[number] | InEvent;
type SpecialIn<Table> = Extract<Special, { table: Table }>;
type ColumnIn<Table extends keyof Tables> =
  | SpecialIn<Table>['column']
  | Extract<keyof Tables[Table], `${string}_sealed`>;
type KeyOf<Table, Column> = [Extract<Special, { table: Table; column: Column }>] extends [never]
  ? 'id'
  : Extract<Special, { table: Table; column: Column }>['key'];
type Row<Key> = Key extends readonly string[] ? { [I in keyof Key]: string } : [id: string];

/** Returns the place of a value in a sealed column, by the row's key; a key of several columns is given in the list's order. */
export const place = <Table extends keyof Tables, Column extends ColumnIn<Table>>(
  table: Table,
  column: Column,
  ...row: Row<KeyOf<Table, Column>>
): SealedPlace => anyPlace(table, column, row.join('/'));
