import type { SealedColumn } from './seal.ts';

/** Every column that holds a sealed value (D-16). The row is named by `key` in the seal's associated data. */
export const sealedColumns = [
  {
    table: 'users',
    column: 'medicare_sealed',
    key: 'id',
    index: { column: 'medicare_index', purpose: 'medicare' },
  },
  { table: 'users', column: 'pin_sealed', key: 'id' },
  { table: 'acps', column: 'answers_sealed', key: 'id' },
  { table: 'acps', column: 'snapshot_sealed', key: 'id' },
  { table: 'second_factors', column: 'value_sealed', key: 'id' },
  { table: 'staff_visits', column: 'reason_sealed', key: 'id' },
  { table: 'data_exports', column: 'archive_sealed', key: 'id' },
  { table: 'help_messages', column: 'message_sealed', key: 'id' },
  { table: 'install_secrets', column: 'value_sealed', key: 'name' },
  { table: 'idempotency_keys', column: 'answer_sealed', key: ['actor_id', 'operation', 'key'] },
] as const satisfies readonly SealedColumn[];
