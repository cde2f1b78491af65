import { needKinds } from '../../../../domain/customers/today.ts';
import { builder } from '../../../graphql/builder.ts';
import { CustomerRowRef } from '../customer-row-graphql.ts';
import { staffToday } from './operations.ts';
import type { Need, NeedCount, Today } from './store.ts';

const NeedKind = builder.enumType('NeedKind', { values: needKinds });

const NeedRef = builder.objectRef<Need>('Need').implement({
  description: 'A customer who needs something from staff.',
  fields: (t) => ({
    kind: t.expose('kind', { type: NeedKind }),
    customer: t.expose('customer', { type: CustomerRowRef }),
    at: t.expose('at', { type: 'DateTime', description: 'The moment of the reason.' }),
    back: t.exposeBoolean('back', { description: 'The customer is back from hospital.' }),
    declined: t.exposeBoolean('declined', { description: 'A contact said no, instead of not answering.' }),
  }),
});

const NeedCountRef = builder.objectRef<NeedCount>('NeedCount').implement({
  fields: (t) => ({
    kind: t.expose('kind', { type: NeedKind }),
    count: t.exposeInt('count', { description: 'All customers with this reason.' }),
  }),
});

const TodayRef = builder.objectRef<Today>('Today').implement({
  description: 'The customers who need staff of a provider today.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'Customers with at least one reason.' }),
    counts: t.expose('counts', { type: [NeedCountRef], description: 'The most urgent reason first.' }),
    needs: t.expose('needs', { type: [NeedRef], description: 'The first customers with each reason.' }),
  }),
});

builder.queryFields((t) => ({
  staffToday: t.field({
    type: TodayRef,
    args: {
      all: t.arg({ type: NeedKind, description: 'The reason with all its customers, up to a hundred.' }),
    },
    resolve: (_, args, context) => staffToday.call(context, args),
  }),
}));
