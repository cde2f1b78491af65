import { builder } from '../../../graphql/builder.ts';
import { UserRef } from '../../profile/api.ts';
import { together } from './operations.ts';
import type { CurrentTogether } from './together-store.ts';

const TogetherRef = builder.objectRef<CurrentTogether>('Together').implement({
  description: 'A staff member who is beside the person in this session (N-08).',
  fields: (t) => ({
    staff_name: t.exposeString('staff_name'),
    organisation: t.exposeString('organisation', { nullable: true, description: 'Of the staff member.' }),
    place: t.exposeString('place', { nullable: true, description: 'House of the person at the start.' }),
    customer_name: t.exposeString('customer_name'),
  }),
});

builder.objectFields(UserRef, (t) => ({
  together: t.field({
    type: TogetherRef,
    nullable: true,
    description: 'Who is beside the person; null for a person alone, and for staff.',
    resolve: (user, _, context) => together.call(context, { id: user.id }),
  }),
}));
