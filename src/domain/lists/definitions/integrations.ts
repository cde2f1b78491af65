import { choice, defineList, text } from '../list.ts';

/** States of a resident in the list: linked with a customer, with possible customers to compare, or without any. */
export const residentStates = ['linked', 'toCheck', 'noCustomer'] as const;

/** Active residents of a connected residential-care system, by name. Without `show` all of them. */
export const activeResidentList = defineList({
  name: 'active-residents',
  filters: { search: text, show: choice(residentStates) },
  defaultSort: { by: 'name', direction: 'asc' },
});

/** Connections of all providers with a residential-care system, for the platform's administrators. */
export const connectionList = defineList({
  name: 'integrations',
  filters: {},
  defaultSort: { by: 'provider', direction: 'asc' },
});
