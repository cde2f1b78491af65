import type { FastifyInstance } from 'fastify';
import { customerCsv } from '../../../domain/lists/definitions/customers/customer-csv.ts';
import { customerList } from '../../../domain/lists/definitions/customers.ts';
import { registerListCsv } from '../../http/list-csv.ts';
import { exportCustomers } from './list/operations.ts';

/** Registers the route that exports the list of customers as a file, with the columns of its definition. */
export function registerCustomerListRoutes(app: FastifyInstance): void {
  registerListCsv(app, { list: customerList, operation: exportCustomers, columns: customerCsv });
}
