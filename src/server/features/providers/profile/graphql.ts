import { builder } from '../../../graphql/builder.ts';
import { changeProviderLogo, removeProviderLogo } from './logo-operations.ts';
import { getProvider } from './operations.ts';
import type { Provider } from './store.ts';

export const ContactRef = builder.objectRef<NonNullable<Provider['contact']>>('ProviderContact').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    email: t.exposeString('email'),
  }),
});

export const ProviderRef = builder.objectRef<Provider>('Provider').implement({
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
  changeProviderLogo: t.field({
    type: ProviderRef,
    args: {
      id: t.arg.id({ required: true }),
      data_url: t.arg.string({
        required: true,
        description: 'JPEG, PNG, WebP or BMP of at most 2 MB, as data URL.',
      }),
      file_name: t.arg.string({ description: 'The name of the file, to be checked.' }),
    },
    resolve: (_, args, context) => changeProviderLogo.call(context, args),
  }),
  removeProviderLogo: t.field({
    type: ProviderRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => removeProviderLogo.call(context, args),
  }),
}));
