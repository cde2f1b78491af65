import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { customerColumns } from '../../../domain/lists/definitions/customers/customer-columns.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { customerIndexes, customerSorts } from './customer-sql.ts';

let test: TestServices;
beforeAll(async () => {
  test = await startServices();
});
afterAll(() => test.close());

it('has two indexes for each order of the customer table, which end with the id [R-90, R-91]', async () => {
  const { rows } = await sql<{ name: string; columns: string }>`
    select indexname as name, substring(indexdef from 'btree (\\([^)]*\\))') as columns from pg_indexes
    where tablename = 'customer_list'`.execute(test.services.db);
  const columnsOf = (index: string) =>
    rows.find(({ name }) => name === index)?.columns.replaceAll(' DESC', '');
  const sorts = customerColumns.flatMap((column) => ('sort' in column ? [column.sort] : []));
  for (const sort of sorts) {
    const column = customerSorts[sort].replace('customer_list.', '');
    const { all, within } = customerIndexes[sort];
    expect(columnsOf(all)).toBe(`(${column}, user_id)`);
    expect(columnsOf(within)).toBe(`(provider_id, ${column}, user_id)`);
  }
});

it('cleans the list of customers often, so that its pages are read from indexes alone [R-90, R-91]', async () => {
  const { rows } = await sql<{ options: string[] }>`
    select reloptions as options from pg_class where oid = 'customer_list'::regclass`.execute(
    test.services.db,
  );
  // Without the last, changes of few pages of the table are left out.
  expect(rows[0]?.options).toEqual(
    expect.arrayContaining(['autovacuum_vacuum_scale_factor=0.005', 'vacuum_index_cleanup=on']),
  );
});
