import type { FastifyInstance } from 'fastify';
import { fullName } from '../../../domain/names.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { customerList } from '../../../domain/lists/definitions/customers.ts';
import { registerListCsv } from '../../http/list-csv.ts';
import { exportCustomers } from './list/operations.ts';

/** Registers the route that exports the list of customers as a file, with the columns of the screen. */
export function registerCustomerListRoutes(app: FastifyInstance): void {
  registerListCsv(app, {
    list: customerList,
    operation: exportCustomers,
    columns: {
      name: {
        title: 'customers.col.name',
        cell: ({ first_name, last_name }) => fullName({ first_name, last_name }),
      },
      email: { title: 'customers.csv.email', cell: ({ email }) => email },
      customer_id: { title: 'customers.col.customerId', cell: ({ customer_id }) => customer_id },
      provider: { title: 'customers.col.provider', cell: ({ provider }) => provider },
      acp_status: {
        title: 'customers.col.acpStatus',
        cell: ({ plan_state }, t) => t(`customers.acpStatus.${plan_state}`),
      },
      latest_update: {
        title: 'customers.col.latestUpdate',
        cell: ({ latest_update }) => latest_update && melbourneDate(latest_update),
      },
      customer_status: {
        title: 'customers.col.customerStatus',
        cell: ({ customer_status }, t) => t(`customers.status.${customer_status}`),
      },
      invite_date: {
        title: 'customers.col.inviteDate',
        cell: ({ created_at }) => melbourneDate(created_at),
      },
    },
  });
}
