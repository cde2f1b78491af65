import { builder } from '../../graphql/builder.ts';
import { AcpStatus, UserStatus } from '../../graphql/enums.ts';
import { UserRef } from '../profile/api.ts';
import { acting, getCustomer, type CustomerSummary } from './operations.ts';
import type { CurrentImpersonation } from './store.ts';

const ActingRef = builder.objectRef<CurrentImpersonation>('Acting').implement({
  description: "A staff member who is in a customer's account (D-14).",
  fields: (t) => ({
    staff_name: t.exposeString('staff_name'),
    customer_id: t.exposeID('customer_id'),
    customer_name: t.exposeString('customer_name'),
    ends_at: t.expose('ends_at', { type: 'DateTime' }),
    seconds_left: t.int({
      description: 'Until then, by the clock of the server.',
      resolve: ({ ends_at }, _, { services }) =>
        Math.max(0, Math.ceil((ends_at.getTime() - services.clock().getTime()) / 1_000)),
    }),
  }),
});

builder.objectFields(UserRef, (t) => ({
  acting: t.field({
    type: ActingRef,
    nullable: true,
    description: 'Who is in this account in place of the person; null for the person.',
    resolve: (user, _, context) => acting.call(context, { id: user.id }),
  }),
}));

const CustomerRef = builder.objectRef<CustomerSummary>('Customer').implement({
  description:
    'A customer as the staff see them who may enter the account. Nothing of what the person wrote.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'The e-mail address while there is no name.' }),
    email: t.exposeString('email'),
    status: t.expose('status', { type: UserStatus }),
    provider: t.exposeString('provider', { nullable: true }),
    plan_status: t.expose('plan_status', { type: AcpStatus }),
    completed_at: t.expose('completed_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Null unless complete.',
    }),
  }),
});

builder.queryFields((t) => ({
  getCustomer: t.field({
    type: CustomerRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getCustomer.call(context, args),
  }),
}));
