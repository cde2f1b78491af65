import { builder } from '../../../graphql/builder.ts';
import { changeProviderLogo, getProvider, removeProviderLogo, updateProvider } from './operations.ts';
import type { Provider } from './store.ts';

const ContactRef = builder.objectRef<NonNullable<Provider['contact']>>('ProviderContact').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    email: t.exposeString('email'),
  }),
});

const ProviderRef = builder.objectRef<Provider>('Provider').implement({
  description: 'An organisation that looks after customers (ENT-15).',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    address: t.exposeString('address', { nullable: true }),
    state: t.exposeString('state', { nullable: true, description: 'ACT, NSW, NT, QLD, SA, VIC, TAS or WA.' }),
    postcode: t.exposeString('postcode', { nullable: true }),
    location: t.exposeString('location', { nullable: true }),
    phone_number: t.exposeString('phone_number', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    type: t.exposeString('type', { description: 'internal_provider or external_provider.' }),
    parent_id: t.exposeID('parent_id', { nullable: true }),
    logo: t.exposeString('logo', { nullable: true, description: 'The address of the picture.' }),
    contact: t.expose('contact', { type: ContactRef, nullable: true }),
    version: t.exposeInt('version', { description: 'Counts saves; the next save names the one it knows.' }),
  }),
});

builder.queryFields((t) => ({
  getProvider: t.field({
    type: ProviderRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getProvider.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  updateProvider: t.field({
    type: ProviderRef,
    description: 'All fields are sent. `conflict` carries `details.version` and `details.saved`.',
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      name: t.arg.string({ required: true }),
      address: t.arg.string({ required: true }),
      state: t.arg.string({ required: true }),
      postcode: t.arg.string({ required: true }),
      location: t.arg.string({ required: true }),
      phone_number: t.arg.string({ required: true }),
      email: t.arg.string({ description: 'Empty: none.' }),
    },
    resolve: (_, args, context) => updateProvider.call(context, args),
  }),
  changeProviderLogo: t.field({
    type: ProviderRef,
    args: {
      id: t.arg.id({ required: true }),
      data_url: t.arg.string({
        required: true,
        description: 'JPEG, PNG, WebP or BMP of at most 2 MB, as data URL.',
      }),
    },
    resolve: (_, args, context) => changeProviderLogo.call(context, args),
  }),
  removeProviderLogo: t.field({
    type: ProviderRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => removeProviderLogo.call(context, args),
  }),
}));
