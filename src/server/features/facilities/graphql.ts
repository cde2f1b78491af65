import {
  careFacilityList,
  careFacilityNameList,
  facilityCustomerList,
} from '../../../domain/lists/definitions/care-facilities.ts';
import { builder } from '../../graphql/builder.ts';
import { pageArgs, pageType } from '../../graphql/page.ts';
import { attachCustomerProvider, getCustomerProviderNames } from './attach-operations.ts';
import {
  addCustomerProvider,
  deleteCustomerProvider,
  getCustomerProvider,
  getCustomerProviders,
  getFacilityCustomers,
  updateCustomerProvider,
} from './operations.ts';
import type { CareFacility, FacilityCustomer, FacilityName } from './store.ts';

const CustomerProviderRef = builder.objectRef<CareFacility>('CustomerProvider').implement({
  description: 'A care facility that is no provider (ENT-18).',
  fields: (t) => ({
    id: t.exposeID('id'),
    provider_name: t.exposeString('provider_name'),
    service_name: t.exposeString('service_name', { nullable: true }),
    address: t.exposeString('address', { nullable: true }),
    suburb: t.exposeString('suburb', { nullable: true }),
    state: t.exposeString('state', { nullable: true }),
    postcode: t.exposeString('postcode', { nullable: true }),
    care_type: t.exposeString('care_type', { nullable: true }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    customers: t.exposeInt('customers', { description: 'How many customers are attached to it.' }),
    version: t.exposeInt('version', { description: 'Counts saves; the next save names the one it knows.' }),
  }),
});
const CustomerProviderPageRef = pageType('CustomerProviderPage', CustomerProviderRef);

const CustomerProviderNameRef = builder.objectRef<FacilityName>('CustomerProviderName').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    provider_name: t.exposeString('provider_name'),
    service_name: t.exposeString('service_name', { nullable: true }),
    suburb: t.exposeString('suburb', { nullable: true }),
    state: t.exposeString('state', { nullable: true }),
  }),
});
const CustomerProviderNamePageRef = pageType('CustomerProviderNamePage', CustomerProviderNameRef);

const FacilityCustomerRef = builder.objectRef<FacilityCustomer>('FacilityCustomer').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true }),
  }),
});
const FacilityCustomerPageRef = pageType('FacilityCustomerPage', FacilityCustomerRef);

const DeletedFacilityRef = builder.objectRef<{ id: string }>('DeletedCustomerProvider').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
});

type Attached = { id: string; facility_id: string | null; facility: string | null };
const AttachedRef = builder.objectRef<Attached>('AttachedCustomerProvider').implement({
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The customer.' }),
    facility_id: t.exposeID('facility_id', { nullable: true }),
    facility: t.exposeString('facility', { nullable: true }),
  }),
});

builder.queryFields((t) => ({
  getCustomerProviders: t.field({
    type: CustomerProviderPageRef,
    description: 'Care facilities, newest first. The search is on name, service, state, postcode and suburb.',
    args: pageArgs(careFacilityList),
    resolve: (_, args, context) => getCustomerProviders.call(context, args),
  }),
  getCustomerProvider: t.field({
    type: CustomerProviderRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getCustomerProvider.call(context, args),
  }),
  getFacilityCustomers: t.field({
    type: FacilityCustomerPageRef,
    description: 'Who is attached to a care facility.',
    args: { id: t.arg.id({ required: true }), ...pageArgs(facilityCustomerList) },
    resolve: (_, args, context) => getFacilityCustomers.call(context, args),
  }),
  getCustomerProviderNames: t.field({
    type: CustomerProviderNamePageRef,
    description: 'Care facilities by name, to choose one of.',
    args: pageArgs(careFacilityNameList),
    resolve: (_, args, context) => getCustomerProviderNames.call(context, args),
  }),
}));

builder.mutationFields((t) => {
  const words = {
    provider_name: t.arg.string({ required: true }),
    service_name: t.arg.string(),
    address: t.arg.string(),
    suburb: t.arg.string(),
    state: t.arg.string(),
    postcode: t.arg.string(),
    care_type: t.arg.string(),
  };
  const id = t.arg.id({ required: true });
  return {
    addCustomerProvider: t.field({
      type: CustomerProviderRef,
      args: { ...words, idempotency_key: t.arg.string() },
      resolve: (_, args, context) => addCustomerProvider.call(context, args),
    }),
    updateCustomerProvider: t.field({
      type: CustomerProviderRef,
      description: 'All fields are sent. `conflict` carries `details.version` and `details.saved`.',
      args: { id, version: t.arg.int({ required: true }), ...words },
      resolve: (_, args, context) => updateCustomerProvider.call(context, args),
    }),
    deleteCustomerProvider: t.field({
      type: DeletedFacilityRef,
      description: 'Refused while customers are attached.',
      args: { id },
      resolve: (_, args, context) => deleteCustomerProvider.call(context, args),
    }),
    attachCustomerProvider: t.field({
      type: AttachedRef,
      description: 'Attaches a customer to a care facility, or with null to none.',
      args: {
        user_id: t.arg.id({ required: true }),
        customer_provider_id: t.arg.string(),
        seen: t.arg.string({
          description: 'The facility that the caller saw. Another one by now is a `conflict`.',
        }),
      },
      resolve: (_, args, context) => attachCustomerProvider.call(context, args),
    }),
  };
});
