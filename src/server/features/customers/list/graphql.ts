import { customerList } from '../../../../domain/lists/definitions/customers.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import { providerNameList } from '../../../../domain/lists/definitions/provider-names.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import { ProviderNamePageRef } from '../../../graphql/provider-names.ts';
import { CustomerRowRef } from '../customer-row-graphql.ts';
import type { CustomerRow } from '../../../../domain/lists/definitions/customers/customer-columns.ts';
import { getAcpCounts, getAllProviders, getCustomers, getCustomerViews } from './operations.ts';
import type { ViewCount } from './views/view-counts.ts';

type Counts = { total: number; complete: number };

const CustomerPageRef = pageType<CustomerRow, Page<CustomerRow> & Counts>('CustomerPage', CustomerRowRef);
builder.objectFields(CustomerPageRef, (t) => ({
  total: t.exposeInt('total', {
    description:
      'All customers whom the caller may see, or those of the provider asked for; without archived ones.',
  }),
  complete: t.exposeInt('complete', { description: 'Those of them with a complete plan.' }),
}));

const AcpCountsRef = builder.objectRef<Counts>('AcpCounts').implement({
  fields: (t) => ({ complete: t.exposeInt('complete'), total: t.exposeInt('total') }),
});

const CustomerViewCountRef = builder.objectRef<ViewCount>('CustomerViewCount').implement({
  description: 'The number of customers of one view of the list.',
  fields: (t) => ({
    view: t.exposeString('view'),
    count: t.exposeInt('count'),
    is_exact: t.exposeBoolean('isExact', { description: 'False if there are more than were counted.' }),
  }),
});

builder.queryFields((t) => ({
  getCustomers: t.field({
    type: CustomerPageRef,
    args: pageArgs(customerList),
    resolve: (_, args, context) => getCustomers.call(context, args),
  }),
  getAcpCounts: t.field({
    type: AcpCountsRef,
    args: { provider_id: t.arg.id() },
    resolve: (_, args, context) => getAcpCounts.call(context, args),
  }),
  getCustomerViews: t.field({
    type: [CustomerViewCountRef],
    args: { provider_id: t.arg.id() },
    resolve: (_, args, context) => getCustomerViews.call(context, args),
  }),
  getAllProviders: t.field({
    type: ProviderNamePageRef,
    description: 'The providers whose customers the caller may see.',
    args: pageArgs(providerNameList),
    resolve: (_, args, context) => getAllProviders.call(context, args),
  }),
}));
