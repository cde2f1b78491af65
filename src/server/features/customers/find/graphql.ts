import { builder } from '../../../graphql/builder.ts';
import { UserStatus } from '../../../graphql/enums.ts';
import { CustomerPlanState } from '../customer-row-graphql.ts';
import { findResidents, type FoundResidents } from './operations.ts';
import { setAsides, type FoundResident } from './store.ts';

const SetAside = builder.enumType('SetAside', { values: setAsides });

const FoundResidentRef = builder.objectRef<FoundResident>('FoundResident').implement({
  description: 'A customer whom staff found.',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    customer_id: t.exposeString('customer_id', { nullable: true }),
    provider_id: t.exposeID('provider_id', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true }),
    birth_date: t.expose('birth_date', { type: 'Date', nullable: true }),
    plan_state: t.expose('plan_state', { type: CustomerPlanState }),
    customer_status: t.expose('customer_status', { type: UserStatus }),
    set_aside: t.expose('set_aside', {
      type: SetAside,
      description: 'Why the list of customers does not contain the customer.',
    }),
  }),
});

const FoundResidentsRef = builder.objectRef<FoundResidents>('FoundResidents').implement({
  description: 'The customers who match, best first.',
  fields: (t) => ({
    data: t.expose('data', { type: [FoundResidentRef] }),
    closest: t.exposeString('closest', {
      nullable: true,
      description: 'The words that were searched instead of the typed ones, with one letter forgiven.',
    }),
    more: t.exposeBoolean('more', { description: 'More customers match.' }),
  }),
});

builder.queryFields((t) => ({
  findResidents: t.field({
    type: FoundResidentsRef,
    args: { typed: t.arg.string({ required: true }) },
    resolve: (_, args, context) => findResidents.call(context, args),
  }),
}));
