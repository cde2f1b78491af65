import type { FastifyInstance } from 'fastify';
import { customerCsv } from '../../../domain/lists/definitions/customers/customer-csv.ts';
import { customerList } from '../../../domain/lists/definitions/customers.ts';
import { registerListCsv } from '../../http/lists/list-csv.ts';
import { registerListXlsx } from '../../http/lists/list-xlsx.ts';
import { exportCustomers } from './list/operations.ts';

/** Registers the routes that export the list of customers as a file, with the columns of its definition (N-10). */
export function registerCustomerListRoutes(app: FastifyInstance): void {
  const file = { list: customerList, operation: exportCustomers, columns: customerCsv };
  registerListCsv(app, { ...file, more: { format: 'csv' } });
  registerListXlsx(app, { ...file, more: { format: 'xlsx' }, sheet: 'customers.export.sheet' });
}
