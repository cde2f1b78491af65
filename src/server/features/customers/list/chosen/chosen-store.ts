import type { ExportedCustomer } from '../../../../../domain/lists/definitions/customers/customer-csv.ts';
import type { Tx } from '../../../../pipeline/context.ts';
import { customerRowOf } from '../../customer-row.ts';
import { customerRows } from '../../customer-sql.ts';
import { withExportFacts } from '../exporting/export-facts.ts';
import { ofProviders, type CustomerScope } from '../places.ts';

/** Loads those of some customers who are in a scope, by name, with the facts that only the export has. */
export async function readChosenCustomers(
  tx: Tx,
  scope: CustomerScope,
  ids: readonly string[],
): Promise<ExportedCustomer[]> {
  if (ids.length === 0) return [];
  const found = await customerRows(tx)
    .where(ofProviders(scope, 'customer_list.provider_id'))
    .where('customer_list.user_id', 'in', [...ids])
    .orderBy('customer_list.sort_name')
    .orderBy('customer_list.user_id')
    .execute();
  return withExportFacts(tx, found.map(customerRowOf));
}
