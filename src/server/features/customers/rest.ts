import type { FastifyInstance } from 'fastify';
import { customerCsv } from '../../../domain/lists/definitions/customers/customer-csv.ts';
import { customerList } from '../../../domain/lists/definitions/customers.ts';
import { csvFormat, registerListCsv } from '../../http/lists/list-csv.ts';
import { sendListFile } from '../../http/lists/list-file.ts';
import { registerListXlsx, xlsxFormat } from '../../http/lists/list-xlsx.ts';
import { exportChosenCustomers } from './list/chosen/chosen-operations.ts';
import { exportCustomers } from './list/operations.ts';

const sheet = 'customers.export.sheet';

/**
 * Registers the routes that export the list of customers as a file, with the columns of its definition (N-10): all that match,
 * or the chosen ones, whose ids are too many for an address.
 */
export function registerCustomerListRoutes(app: FastifyInstance): void {
  const file = { list: customerList, operation: exportCustomers, columns: customerCsv };
  registerListCsv(app, { ...file, more: { format: 'csv' } });
  registerListXlsx(app, { ...file, more: { format: 'xlsx' }, sheet });
  for (const format of [csvFormat, xlsxFormat(sheet)]) {
    const path = `/api/lists/chosen-customers.${format.extension}`;
    app.post<{ Body: unknown }>(path, (request, reply) => {
      const { ids } = (request.body ?? {}) as { ids?: unknown };
      const read = () => exportChosenCustomers.call(request.wattle, { ids, format: format.extension });
      const sent = { list: customerList, columns: customerCsv, name: customerList.name, read };
      return sendListFile(request, reply, sent, format);
    });
  }
}
