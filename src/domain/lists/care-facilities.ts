import { defineList, text } from './list.ts';

/** The care facilities, newest first (FAC-11 to FAC-13). */
export const careFacilityList = defineList({
  name: 'care-facilities',
  filters: { search: text },
  defaultSort: { by: 'created_at', direction: 'desc' },
});

/** The care facilities by name, to choose one of. */
export const careFacilityNameList = defineList({
  name: 'care-facility-names',
  filters: { searchQuery: text },
  defaultSort: { by: 'name', direction: 'asc' },
});

/** The customers who are attached to a facility. */
export const facilityCustomerList = defineList({
  name: 'facility-customers',
  filters: {},
  defaultSort: { by: 'id', direction: 'asc' },
});
