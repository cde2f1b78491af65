import { setAsides, type FoundResident } from '../../../../domain/customers/find/found.ts';
import { builder } from '../../../graphql/builder.ts';
import { UserStatus } from '../../../graphql/enums.ts';
import { CustomerPlanState } from '../customer-row-graphql.ts';
import type { FoundResidents } from './forgiving.ts';
import { findResidents } from './operations.ts';

const SetAside = builder.enumType('SetAside', { values: setAsides });

const FoundResidentRef = builder.objectRef<FoundResident>('FoundResident').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    customer_id: t.exposeString('customer_id', { nullable: true, description: "The provider's own number." }),
    room: t.exposeString('room', { nullable: true }),
    provider_id: t.exposeID('provider_id', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true }),
    birth_date: t.field({ type: 'Date', nullable: true, resolve: ({ birth_date }) => birth_date }),
    plan_state: t.field({ type: CustomerPlanState, resolve: ({ plan_state }) => plan_state }),
    customer_status: t.field({ type: UserStatus, resolve: ({ customer_status }) => customer_status }),
    set_aside: t.field({
      type: SetAside,
      description: 'Why the list of current customers does not show the customer.',
      resolve: ({ set_aside }) => set_aside,
    }),
  }),
});

const FoundResidentsRef = builder.objectRef<FoundResidents>('FoundResidents').implement({
  fields: (t) => ({
    data: t.field({
      type: [FoundResidentRef],
      description: 'At most ten: current customers first, the best first.',
      resolve: ({ data }) => [...data],
    }),
    closest: t.exposeString('closest', {
      nullable: true,
      description: 'The word that was searched instead of one with a wrong letter.',
    }),
    more: t.exposeBoolean('more', { description: 'Whether more than ten were found.' }),
  }),
});

builder.queryFields((t) => ({
  findResidents: t.field({
    type: FoundResidentsRef,
    description: 'The customers whom the typed name, customer ID, birth date or e-mail means.',
    args: { typed: t.arg.string({ required: true }) },
    resolve: (_, args, context) => findResidents.call(context, args),
  }),
}));
