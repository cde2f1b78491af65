import { permissionRoleUserList } from '../../../domain/lists/definitions/permission-role-users.ts';
import { isTemplate } from '../../../domain/permissions/templates.ts';
import { builder } from '../../graphql/builder.ts';
import { pageArgs, pageType } from '../../graphql/page.ts';
import { getPermissionRoles, getPermissionRoleUsers, updatePermissionRole } from './operations.ts';
import type { PermissionRole, RoleUser } from './store.ts';

const PermissionTemplateRef = builder.objectRef<PermissionRole>('PermissionTemplate').implement({
  description: 'A permission role (ENT-17).',
  fields: (t) => ({
    id: t.exposeInt('id'),
    label: t.exposeString('label'),
    role: t.exposeString('role'),
    role_group: t.exposeString('role_group', { description: 'provider, platform or customer.' }),
    can_manage_acp: t.exposeBoolean('can_manage_acp'),
    can_manage_all: t.exposeBoolean('can_manage_all'),
    can_manage_user: t.exposeBoolean('can_manage_user'),
    users: t.exposeInt('users', {
      nullable: true,
      description: 'How many of the staff whom the caller may see have it. Customers are not counted.',
    }),
    editable: t.boolean({
      description: 'One of the two templates that administrators edit.',
      resolve: ({ id }) => isTemplate(id),
    }),
    version: t.exposeInt('version', { description: 'Counts saves; the next save names the one it knows.' }),
  }),
});

const RoleUserRef = builder.objectRef<RoleUser>('PermissionRoleUser').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    email: t.exposeString('email'),
    status: t.exposeString('status'),
    provider: t.exposeString('provider', { nullable: true }),
  }),
});
const RoleUserPageRef = pageType('PermissionRoleUserPage', RoleUserRef);

builder.queryFields((t) => ({
  getPermissionRoles: t.field({
    type: [PermissionTemplateRef],
    resolve: (_, __, context) => getPermissionRoles.call(context, {}),
  }),
  getPermissionRoleUsers: t.field({
    type: RoleUserPageRef,
    description: 'Who has one of the two templates: whom a change of it affects.',
    args: { id: t.arg.string({ required: true }), ...pageArgs(permissionRoleUserList) },
    resolve: (_, args, context) => getPermissionRoleUsers.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  updatePermissionRole: t.field({
    type: PermissionTemplateRef,
    description: 'All flags are sent. `conflict` carries `details.version` and `details.saved`.',
    args: {
      id: t.arg.int({ required: true }),
      version: t.arg.int({ required: true }),
      can_manage_acp: t.arg.boolean({ required: true }),
      can_manage_all: t.arg.boolean({ required: true }),
      can_manage_user: t.arg.boolean({ required: true }),
    },
    resolve: (_, args, context) => updatePermissionRole.call(context, args),
  }),
}));
