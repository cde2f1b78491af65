import { needKinds } from '../../../../domain/customers/today.ts';
import { builder } from '../../../graphql/builder.ts';
import { CustomerRowRef } from '../customer-row-graphql.ts';
import { staffToday } from './operations.ts';
import type { Need, Needs, Today } from './store.ts';

const NeedKind = builder.enumType('NeedKind', { values: needKinds });

const NeedRef = builder.objectRef<Need>('Need').implement({
  description: 'A customer who needs something from staff.',
  fields: (t) => ({
    customer: t.expose('customer', { type: CustomerRowRef }),
    at: t.expose('at', { type: 'DateTime', description: 'The moment of the reason.' }),
    declined: t.exposeBoolean('declined', { description: 'A contact said no, instead of not answering.' }),
  }),
});

const NeedsRef = builder.objectRef<Needs>('Needs').implement({
  description: 'The first customers with one reason.',
  fields: (t) => ({
    kind: t.expose('kind', { type: NeedKind }),
    count: t.exposeInt('count', { description: 'All customers with this reason.' }),
    data: t.expose('data', { type: [NeedRef] }),
  }),
});

const TodayRef = builder.objectRef<Today>('Today').implement({
  description: 'The customers who need staff of a provider today.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'Customers with at least one reason.' }),
    needs: t.expose('needs', { type: [NeedsRef] }),
  }),
});

builder.queryFields((t) => ({
  staffToday: t.field({ type: TodayRef, resolve: (_, __, context) => staffToday.call(context, {}) }),
}));
