import { builder } from '../../graphql/builder.ts';
import { AcpStatus, Gender, Language, LoginProvider, Role, UserStatus } from '../../graphql/enums.ts';
import { UserRef, type User, type UserAcp } from './api.ts';
import { getMedicareEnd, hasMedicare } from './medicare/medicare.ts';
import {
  currentUser,
  getUserById,
  nextBillingDate,
  updateDateFormat,
  updateLanguage,
  updateUser,
} from './operations.ts';
import { updateCustomerColumns } from './customer-columns.ts';
import { isSuperAdmin } from './super-admin.ts';
import { updateProfile } from './update-profile.ts';

const RoleRef = builder.objectRef<User['permission_role']>('UserRole').implement({
  fields: (t) => ({
    role: t.expose('role', { type: Role }),
    can_manage_acp: t.exposeBoolean('can_manage_acp'),
    can_manage_all: t.exposeBoolean('can_manage_all'),
    can_manage_user: t.exposeBoolean('can_manage_user'),
  }),
});

const ProviderRef = builder.objectRef<NonNullable<User['provider']>>('UserProvider').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    logo: t.exposeString('logo', { nullable: true, description: 'The address of the picture.' }),
    has_children: t.exposeBoolean('has_children', {
      description: 'Other providers are under it that are not archived.',
    }),
  }),
});

const UserAcpRef = builder.objectRef<UserAcp>('UserAcp').implement({
  description: 'The plan in force, without its answers.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: AcpStatus }),
    external: t.exposeBoolean('external'),
    completed_at: t.expose('completed_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Null unless complete.',
    }),
    updated_at: t.expose('updated_at', { type: 'DateTime', description: 'When its answers last changed.' }),
    version: t.exposeInt('version'),
    plan_version: t.exposeInt('plan_version'),
  }),
});

const FileCountsRef = builder.objectRef<User['file_counts']>('FileCounts').implement({
  fields: (t) => ({
    ACP: t.exposeInt('ACP'),
    ADDITIONAL_DOCUMENT: t.exposeInt('ADDITIONAL_DOCUMENT'),
    WISHES: t.exposeInt('WISHES'),
  }),
});

UserRef.implement({
  description: 'An account (ENT-08).',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    email: t.exposeString('email'),
    language: t.expose('language', { type: Language }),
    gender: t.expose('gender', { type: Gender, nullable: true }),
    dob: t.expose('dob', { type: 'Date', nullable: true }),
    postcode: t.exposeString('postcode', { nullable: true }),
    provider_id: t.exposeID('provider_id', { nullable: true }),
    provider: t.expose('provider', { type: ProviderRef, nullable: true }),
    permission_role: t.expose('permission_role', { type: RoleRef }),
    subscription_id: t.exposeID('subscription_id', { nullable: true }),
    next_billing_date: t.expose('next_billing_date', { type: 'Date', nullable: true }),
    cognito_sync_status: t.exposeString('cognito_sync_status', { nullable: true }),
    login_provider: t.expose('login_provider', { type: LoginProvider }),
    status: t.expose('status', { type: UserStatus }),
    stripe_promotion_id: t.exposeString('stripe_promotion_id', { nullable: true }),
    for_my_self: t.exposeBoolean('for_my_self', {
      description: "False when the holder records another person's plan.",
    }),
    account_owner: t.exposeString('account_owner', { description: 'self, a relation, or its own words.' }),
    health_record_confirm_date: t.expose('health_record_confirm_date', { type: 'DateTime', nullable: true }),
    donor_confirm_date: t.expose('donor_confirm_date', { type: 'DateTime', nullable: true }),
    super_admin: t.boolean({
      description: 'May open the pages for files of the earlier system (SUPER-02).',
      resolve: (user, _, { services }) => isSuperAdmin(services.config, user),
    }),
    image: t.exposeString('image', { nullable: true, description: 'Where the portrait is read.' }),
    date_format: t.exposeString('date_format', { description: 'DD/MM/YY, DD/MM/YYYY or YYYY-MM-DD.' }),
    customer_columns: t.exposeStringList('customer_columns', {
      nullable: true,
      description:
        'Columns that a member of staff chose for the table of customers; null for the usual ones.',
    }),
    delete_on: t.expose('delete_on', {
      type: 'Date',
      nullable: true,
      description: 'When the account is deleted, as the person or staff asked.',
    }),
    removed_by_staff: t.exposeBoolean('removed_by_staff', {
      description: 'Staff removed the account, and the person did not ask for it.',
    }),
    medicare_last3: t.string({
      nullable: true,
      description: 'The end of the Medicare number; null without one, and for staff in the account.',
      resolve: (user, _, context) => getMedicareEnd.call(context, { user_id: user.id }),
    }),
    has_medicare: t.boolean({
      description: 'Whether a Medicare number is kept.',
      resolve: (user, _, context) => hasMedicare.call(context, { user_id: user.id }),
    }),
    acps: t.expose('acps', {
      type: [UserAcpRef],
      description: 'The plan in force, as a list of at most one.',
    }),
    file_counts: t.expose('file_counts', { type: FileCountsRef, description: 'Active files by category.' }),
  }),
});

builder.queryFields((t) => ({
  currentUser: t.field({
    type: UserRef,
    nullable: true,
    description: 'The person who is signed in; null for a visitor.',
    resolve: (_, __, context) => currentUser.call(context, {}),
  }),
  getUserById: t.field({
    type: UserRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getUserById.call(context, args),
  }),
  nextBillingDate: t.field({
    type: 'Date',
    nullable: true,
    args: { id: t.arg.id() },
    resolve: (_, args, context) => nextBillingDate.call(context, args),
  }),
}));

/** Returns the arguments for confirmed changes of a signed plan, which is updated with the account. */
const confirmationArgs = () =>
  builder.args((arg) => ({
    confirmed: arg.stringList({
      description:
        'Keys of the answers of a signed plan that the person saw before and now, and said yes to. A change of another one is refused as unconfirmed.',
    }),
    confirmed_version: arg.int({ description: 'The version of that plan that was shown as before.' }),
  }));

builder.mutationFields((t) => ({
  updateUser: t.field({
    type: UserRef,
    args: {
      id: t.arg.id(),
      first_name: t.arg.string(),
      last_name: t.arg.string(),
      dob: t.arg({ type: 'Date' }),
      gender: t.arg.string(),
      postcode: t.arg.string(),
      ...confirmationArgs(),
    },
    resolve: (_, args, context) => updateUser.call(context, args),
  }),
  updateLanguage: t.field({
    type: UserRef,
    args: { id: t.arg.id(), language: t.arg.string({ required: true }) },
    resolve: (_, args, context) => updateLanguage.call(context, args),
  }),
  updateDateFormat: t.field({
    type: UserRef,
    args: { date_format: t.arg.string({ required: true }) },
    resolve: (_, args, context) => updateDateFormat.call(context, args),
  }),
  updateCustomerColumns: t.stringList({
    nullable: true,
    description: 'Chooses the columns of the table of customers; null for the usual ones.',
    args: { columns: t.arg.stringList() },
    resolve: (_, args, context) => updateCustomerColumns.call(context, args),
  }),
  updateProfile: t.field({
    type: UserRef,
    description: 'What is not given stays as it is.',
    args: {
      first_name: t.arg.string(),
      last_name: t.arg.string(),
      dob: t.arg.string({ description: 'DD/MM/YYYY.' }),
      gender: t.arg.string(),
      postcode: t.arg.string(),
      medicare_number: t.arg.string({ description: 'An empty one takes the number away.' }),
      ...confirmationArgs(),
    },
    resolve: (_, args, context) => updateProfile.call(context, args),
  }),
}));
