import { defineList, text } from '../list.ts';

/** Care facilities, newest first (FAC-11 to FAC-13). */
export const careFacilityList = defineList({
  name: 'care-facilities',
  filters: { search: text },
  defaultSort: { by: 'created_at', direction: 'desc' },
});

/** Care facilities by name, for selections. */
export const careFacilityNameList = defineList({
  name: 'care-facility-names',
  filters: { searchQuery: text },
  defaultSort: { by: 'name', direction: 'asc' },
});

/** Customers who are attached to a facility. */
export const facilityCustomerList = defineList({
  name: 'facility-customers',
  filters: {},
  defaultSort: { by: 'id', direction: 'asc' },
});
