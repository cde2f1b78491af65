import { defineList, text } from '../list.ts';

/** Providers that the caller may see, by name, for selections. */
export const providerNameList = defineList({
  name: 'provider-names',
  filters: { searchQuery: text },
  defaultSort: { by: 'name', direction: 'asc' },
});
