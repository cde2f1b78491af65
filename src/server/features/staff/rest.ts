import type { FastifyInstance } from 'fastify';
import { melbourneDate } from '../../../domain/fields.ts';
import { staffList } from '../../../domain/lists/definitions/staff.ts';
import { fullName } from '../../../domain/names.ts';
import { permissionRoleName } from '../../../domain/staff/permission-roles.ts';
import { registerListCsv } from '../../http/lists/list-csv.ts';
import { exportStaff } from './listing/list-operations.ts';

/** Registers the route that exports the list of staff as a file, with the columns of the screen. */
export function registerStaffListRoutes(app: FastifyInstance): void {
  registerListCsv(app, {
    list: staffList,
    operation: exportStaff,
    columns: {
      name: {
        title: 'users.col.name',
        cell: ({ first_name, last_name }) => fullName({ first_name, last_name }),
      },
      email: { title: 'users.col.email', cell: ({ email }) => email },
      phone: { title: 'users.col.phone', cell: ({ phone }) => phone },
      provider: { title: 'users.col.provider', cell: ({ provider_name }) => provider_name },
      job: { title: 'users.col.job', cell: ({ role }, t) => role && t(`users.job.${role}`) },
      role: {
        title: 'users.col.role',
        cell({ permission_role_id }, t) {
          const name = permissionRoleName(permission_role_id);
          return name && t(`users.role.${name}`);
        },
      },
      second_step: {
        title: 'users.col.secondStep',
        cell: ({ second_step_on }, t) =>
          t(second_step_on ? 'users.row.secondStepOn' : 'users.row.secondStepOff'),
      },
      status: { title: 'users.col.status', cell: ({ status }, t) => t(`users.status.${status}`) },
      invite_date: {
        title: 'users.col.invited',
        cell: ({ invite_date }) => invite_date && melbourneDate(invite_date),
      },
    },
  });
}
