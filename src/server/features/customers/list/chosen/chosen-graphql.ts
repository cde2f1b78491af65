import { filterParameterNames } from '../../../../../domain/lists/filter-values.ts';
import { customerList } from '../../../../../domain/lists/definitions/customers.ts';
import { ordersOf } from '../../../../../domain/lists/list.ts';
import { builder } from '../../../../graphql/builder.ts';
import { CustomerRowRef } from '../../customer-row-graphql.ts';
import { getChosenCustomers, type ChosenCustomers } from './chosen-operations.ts';

const ChosenCustomersRef = builder.objectRef<ChosenCustomers>('ChosenCustomers').implement({
  fields: (t) => ({
    customers: t.expose('customers', { type: [CustomerRowRef] }),
    more: t.exposeBoolean('more', { description: 'There are more customers than can be chosen.' }),
  }),
});

builder.queryFields((t) => ({
  getChosenCustomers: t.field({
    type: ChosenCustomersRef,
    description: 'All customers of a view and its filters, up to 500.',
    args: builder.args((arg) => ({
      ...Object.fromEntries(filterParameterNames(customerList).map((name) => [name, arg.string()] as const)),
      order_by: arg.string({ description: [...ordersOf(customerList).keys()].join(', ') }),
    })),
    resolve: (_, args, context) => getChosenCustomers.call(context, args),
  }),
}));
