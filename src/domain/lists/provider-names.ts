import { defineList, text } from './list.ts';

/** The providers that someone may see, by name, to choose one of. */
export const providerNameList = defineList({
  name: 'provider-names',
  filters: { searchQuery: text },
  defaultSort: { by: 'name', direction: 'asc' },
});
