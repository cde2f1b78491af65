import { handReceivers } from '../../../../domain/customers/hospital/hand-receivers.ts';
import { builder } from '../../../graphql/builder.ts';
import { CustomerRef } from '../page/graphql.ts';
import {
  getHospital,
  handOver,
  markBack,
  markLookedAgain,
  type HandedOver,
  type HospitalView,
} from './operations.ts';

const HandReceiver = builder.enumType('HandReceiver', { values: handReceivers });

const HospitalRef = builder.objectRef<HospitalView>('Hospital').implement({
  description: 'The last stay of a customer in hospital, as far as staff have something to do (N-14).',
  fields: (t) => ({
    id: t.id({ description: 'Of the customer.', resolve: ({ user_id }) => user_id }),
    state: t.string({
      nullable: true,
      description: 'in: in hospital. back: back, and the plan is to be looked at again.',
      resolve: ({ state }) => state?.kind ?? null,
    }),
    since: t.field({ type: 'DateTime', nullable: true, resolve: ({ state }) => state?.since ?? null }),
    receiver: t.field({
      type: HandReceiver,
      nullable: true,
      description: 'To whom the plan was handed last.',
      resolve: ({ last }) => last?.receiver ?? null,
    }),
    receiver_other: t.string({ nullable: true, resolve: ({ last }) => last?.receiver_other ?? null }),
    handed_at: t.field({ type: 'DateTime', nullable: true, resolve: ({ last }) => last?.handed_at ?? null }),
    by: t.string({ nullable: true, resolve: ({ last }) => last?.by ?? null }),
  }),
});

const HandedOverRef = builder.objectRef<HandedOver>('HandedOver').implement({
  description: 'A plan that staff handed over; the PDF is read at /api/customers/<customer>/handover.pdf.',
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('user_id'),
    receiver: t.expose('receiver', { type: HandReceiver }),
    repeated: t.exposeBoolean('repeated', {
      description: 'A press within the last minute had recorded it already.',
    }),
  }),
});

builder.objectFields(CustomerRef, (t) => ({
  hospital: t.field({
    type: HospitalRef,
    nullable: true,
    resolve: ({ id }, _, context) => getHospital.call(context, { id }),
  }),
}));

builder.mutationFields((t) => ({
  handOver: t.field({
    type: HandedOverRef,
    args: {
      user_id: t.arg.id({ required: true }),
      receiver: t.arg.string({ required: true, description: 'One of handReceivers.' }),
      receiver_other: t.arg.string({ description: 'Up to 60 characters, for other.' }),
      time: t.arg.string({
        description: 'Time of day in Melbourne as HH:MM, at most a day ago; empty for now.',
      }),
    },
    resolve: (_, args, context) => handOver.call(context, args),
  }),
  markBack: t.field({
    type: HospitalRef,
    description: 'The customer is back from hospital.',
    args: { user_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => markBack.call(context, args),
  }),
  markLookedAgain: t.field({
    type: HospitalRef,
    description: 'Staff looked at the plan again after a stay in hospital.',
    args: { user_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => markLookedAgain.call(context, args),
  }),
}));
