import { providerNameList } from '../../../domain/lists/definitions/provider-names.ts';
import { staffList } from '../../../domain/lists/definitions/staff.ts';
import { staffJobs } from '../../../domain/staff/jobs.ts';
import { builder } from '../../graphql/builder.ts';
import { UserStatus } from '../../graphql/enums.ts';
import { pageArgs, pageType } from '../../graphql/page.ts';
import { ProviderNamePageRef } from '../../graphql/provider-names.ts';
import { insertProviderUser } from './inviting/add-operation.ts';
import { updateProviderUser, updateUserPermissionRole } from './change-operations.ts';
import { resendStaffInvitation } from './inviting/invitation-operations.ts';
import {
  getProviderUsers,
  getProviderUsersCount,
  getStaffProviders,
  type StaffPage,
} from './listing/list-operations.ts';
import type { StaffCounts, StaffRow } from './listing/list-store.ts';
import { endStaffSessions, removeStaffSecondStep } from './secure-operations.ts';
import { deleteProviderUser, reactivateProviderUser, suspendProviderUser } from './status-operations.ts';

const ProviderUserRef = builder.objectRef<StaffRow>('ProviderUser').implement({
  description: 'One of the staff of a provider or of the platform (ENT-16).',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Null for who was removed: the address can be invited again.',
    }),
    provider_id: t.exposeID('provider_id', { nullable: true }),
    provider_name: t.exposeString('provider_name', { nullable: true }),
    role: t.exposeString('role', { nullable: true, description: `The job: ${staffJobs.join(', ')}.` }),
    status: t.expose('status', { type: UserStatus }),
    image: t.exposeString('image', { nullable: true, description: 'Where the portrait is read.' }),
    permission_role_id: t.exposeInt('permission_role_id'),
    invite_date: t.expose('invite_date', { type: 'DateTime', nullable: true }),
    invite_accepted_date: t.expose('invite_accepted_date', { type: 'DateTime', nullable: true }),
    cognito_sync_status: t.exposeString('cognito_sync_status', { nullable: true }),
    second_step_on: t.exposeBoolean('second_step_on'),
    is_contact: t.exposeBoolean('is_contact', { description: 'The contact person of a provider.' }),
    may_change: t.exposeBoolean('may_change', {
      description: 'The caller may change, suspend and remove them.',
    }),
    may_secure: t.exposeBoolean('may_secure', {
      description: 'The caller may end their sessions and take away a lost second step.',
    }),
    updated_at: t.expose('updated_at', { type: 'DateTime' }),
  }),
});

const ProviderUserPageRef = pageType<StaffRow, StaffPage>('ProviderUserPage', ProviderUserRef, (t) => ({
  given_roles: t.intList({
    description: 'The permission roles that the caller may give.',
    resolve: ({ given_roles }) => [...given_roles],
  }),
}));

const ProviderUsersCountRef = builder.objectRef<StaffCounts>('ProviderUsersCount').implement({
  fields: (t) => ({
    total: t.exposeInt('total'),
    active: t.exposeInt('active'),
    invited: t.exposeInt('invited'),
    suspended: t.exposeInt('suspended'),
  }),
});

const RemovedUserRef = builder.objectRef<{ id: string }>('RemovedProviderUser').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
});

builder.queryFields((t) => ({
  getProviderUsers: t.field({
    type: ProviderUserPageRef,
    description: 'The staff whom the caller may see.',
    args: pageArgs(staffList),
    resolve: (_, args, context) => getProviderUsers.call(context, args),
  }),
  getProviderUsersCount: t.field({
    type: ProviderUsersCountRef,
    args: { provider_id: t.arg.id() },
    resolve: (_, args, context) => getProviderUsersCount.call(context, args),
  }),
  getStaffProviders: t.field({
    type: ProviderNamePageRef,
    description: 'The providers to which the caller may add staff.',
    args: pageArgs(providerNameList),
    resolve: (_, args, context) => getStaffProviders.call(context, args),
  }),
}));

// People: their data and their invitation.
builder.mutationFields((t) => {
  const person = {
    first_name: t.arg.string({ required: true }),
    last_name: t.arg.string({ required: true }),
    email: t.arg.string({ required: true }),
    phone: t.arg.string(),
    role: t.arg.string({ description: `The job: ${staffJobs.join(', ')}.` }),
  };
  return {
    insertProviderUser: t.field({
      type: ProviderUserRef,
      description: 'Adds one of the staff and invites them by mail.',
      args: {
        ...person,
        role: t.arg.string({ required: true, description: `The job: ${staffJobs.join(', ')}.` }),
        permission_role_id: t.arg.int({ required: true }),
        provider_id: t.arg.id({ description: "The caller's own provider where none is named." }),
        idempotency_key: t.arg.string(),
      },
      resolve: (_, args, context) => insertProviderUser.call(context, args),
    }),
    updateProviderUser: t.field({
      type: ProviderUserRef,
      description: 'Changes what is known of one of the staff; the address while the invitation waits.',
      args: {
        id: t.arg.id({ required: true }),
        ...person,
        seen_at: t.arg.string({
          description: 'The `updated_at` that the caller saw. Another one by now is a `conflict`.',
        }),
      },
      resolve: (_, args, context) => updateProviderUser.call(context, args),
    }),
    resendStaffInvitation: t.field({
      type: ProviderUserRef,
      description: 'Sends the invitation again, at most once an hour. The link of before dies.',
      args: { id: t.arg.id({ required: true }) },
      resolve: (_, args, context) => resendStaffInvitation.call(context, args),
    }),
  };
});

// Accounts: permissions, status, and sign-in.
builder.mutationFields((t) => {
  const id = t.arg.id({ required: true });
  const seen = t.arg.string({
    description: 'The status that the caller saw. Another one by now is a `conflict` that holds the row.',
  });
  const password = t.arg.string({ required: true, description: "The caller's own." });
  return {
    updateUserPermissionRole: t.field({
      type: ProviderUserRef,
      description: 'Gives another permission role, which counts from the next request on.',
      args: { id, permission_role_id: t.arg.int({ required: true }), seen },
      resolve: (_, args, context) => updateUserPermissionRole.call(context, args),
    }),
    suspendProviderUser: t.field({
      type: ProviderUserRef,
      args: { id, seen },
      resolve: (_, args, context) => suspendProviderUser.call(context, args),
    }),
    reactivateProviderUser: t.field({
      type: ProviderUserRef,
      args: { id, seen },
      resolve: (_, args, context) => reactivateProviderUser.call(context, args),
    }),
    deleteProviderUser: t.field({
      type: RemovedUserRef,
      description: 'Removes one of the staff. What they did stays in the records.',
      args: { id, seen },
      resolve: (_, args, context) => deleteProviderUser.call(context, args),
    }),
    endStaffSessions: t.field({
      type: ProviderUserRef,
      description: 'Signs a staff member out on all devices, and notifies them.',
      args: { id, password },
      resolve: (_, args, context) => endStaffSessions.call(context, args),
    }),
    removeStaffSecondStep: t.field({
      type: ProviderUserRef,
      description: 'Removes a lost second step, and notifies the person.',
      args: { id, password },
      resolve: (_, args, context) => removeStaffSecondStep.call(context, args),
    }),
  };
});
