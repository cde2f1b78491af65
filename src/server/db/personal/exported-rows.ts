import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../pipeline/context.ts';
import type { Tables } from '../tables/tables.ts';
import { personalTables } from './personal-columns.ts';

type Personal = typeof personalTables;

/** Tables with columns in a person's copy of their data. */
type ExportedTable = {
  [Table in keyof Personal]: Personal[Table] extends { exported: readonly string[] } ? Table : never;
}[keyof Personal];

type ExportedRow<Table extends ExportedTable> = Personal[Table] extends {
  exported: readonly (infer Column)[];
}
  ? Pick<Selectable<Tables[Table]>, Column & keyof Selectable<Tables[Table]>>
  : never;

/** Returns the exported columns of all rows of a person in a table, in the order of a column. */
export async function exportedRows<Table extends ExportedTable>(
  tx: Tx,
  table: Table,
  userId: string,
  order?: keyof Tables[Table] & string,
): Promise<ExportedRow<Table>[]> {
  const { owner, exported }: { owner: string; exported: readonly string[] } = personalTables[table];
  const { rows } = await sql<ExportedRow<Table>>`
    select ${sql.join(exported.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(owner)} = ${userId} order by ${sql.ref(order ?? owner)}`.execute(tx);
  return rows;
}
