import type { ProviderName } from '../db/lists/provider-names.ts';
import { builder } from './builder.ts';
import { pageType } from './page.ts';

const ProviderNameRef = builder.objectRef<ProviderName>('ProviderName').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    path_names: t.exposeStringList('path_names', {
      description: 'The names of the providers above it, from the top, as far as the caller may see them.',
    }),
  }),
});
/** A page of the providers that a caller can choose from. */
export const ProviderNamePageRef = pageType('ProviderNamePage', ProviderNameRef);
