import {
  customerFields,
  type CustomerRow,
} from '../../../domain/lists/definitions/customers/customer-columns.ts';
import type { Tx } from '../../pipeline/context.ts';
import { customerRows, customerValues, type FoundCustomer } from './customer-sql.ts';

const fields = Object.keys(customerFields) as (keyof CustomerRow)[];

/** Converts a loaded row to the row that callers get. */
export const customerRowOf = (found: FoundCustomer): CustomerRow =>
  Object.fromEntries(fields.map((field) => [field, customerValues[field](found)])) as CustomerRow;

/** Loads the current row of a customer; null if the person is not a customer. */
export async function findCustomerRow(tx: Tx, id: string): Promise<CustomerRow | null> {
  const found = await customerRows(tx).where('customer_list.user_id', '=', id).executeTakeFirst();
  return found ? customerRowOf(found) : null;
}
