import { builder } from '../../graphql/builder.ts';
import { UserRef } from '../profile/api.ts';
import { acting } from './operations.ts';
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
