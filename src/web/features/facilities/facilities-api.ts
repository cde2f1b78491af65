import {
  careFacilityFields,
  type CareFacilityWords,
} from '../../../domain/inputs/organisation/care-facility.ts';
import { careFacilityList } from '../../../domain/lists/definitions/care-facilities.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';
import type { Found } from '../../lists/reference/reference-props.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const Facilities = graphql(`
  query getCustomerProviders($search: String, $offset: Int) {
    getCustomerProviders(search: $search, offset: $offset) {
      count
      count_is_exact
      data {
        id
        provider_name
        service_name
        address
        suburb
        state
        postcode
        care_type
        customers
        version
      }
    }
  }
`);

const Attached = graphql(`
  query getFacilityCustomers($id: ID!, $offset: Int) {
    getFacilityCustomers(id: $id, offset: $offset) {
      count
      count_is_exact
      data {
        id
        first_name
        last_name
        email
        provider
      }
    }
  }
`);

const Names = graphql(`
  query getCustomerProviderNames($searchQuery: String) {
    getCustomerProviderNames(searchQuery: $searchQuery, limit: 20) {
      data {
        id
        provider_name
        service_name
        suburb
        state
      }
    }
  }
`);

const Add = graphql(`
  mutation addCustomerProvider(
    $provider_name: String!
    $service_name: String
    $address: String
    $suburb: String
    $state: String
    $postcode: String
    $care_type: String
    $idempotency_key: String
  ) {
    addCustomerProvider(
      provider_name: $provider_name
      service_name: $service_name
      address: $address
      suburb: $suburb
      state: $state
      postcode: $postcode
      care_type: $care_type
      idempotency_key: $idempotency_key
    ) {
      id
    }
  }
`);

const Update = graphql(`
  mutation updateCustomerProvider(
    $id: ID!
    $version: Int!
    $provider_name: String!
    $service_name: String
    $address: String
    $suburb: String
    $state: String
    $postcode: String
    $care_type: String
  ) {
    updateCustomerProvider(
      id: $id
      version: $version
      provider_name: $provider_name
      service_name: $service_name
      address: $address
      suburb: $suburb
      state: $state
      postcode: $postcode
      care_type: $care_type
    ) {
      id
      provider_name
      service_name
      address
      suburb
      state
      postcode
      care_type
      customers
      version
    }
  }
`);

const Delete = graphql(`
  mutation deleteCustomerProvider($id: ID!) {
    deleteCustomerProvider(id: $id) {
      id
    }
  }
`);

const Attach = graphql(`
  mutation attachCustomerProvider($user_id: ID!, $customer_provider_id: String, $seen: String) {
    attachCustomerProvider(user_id: $user_id, customer_provider_id: $customer_provider_id, seen: $seen) {
      id
      facility_id
      facility
    }
  }
`);

type FacilityPage = ResultOf<typeof Facilities>['getCustomerProviders'];

/** A line of the list of care facilities. */
export type Facility = FacilityPage['data'][number];

/** Every query with a facility is read again after one was changed. */
const changed = { types: ['CustomerProvider', 'CustomerProviderPage', 'CustomerProviderName', 'Customer'] };

/** Reads a part of the list of care facilities. */
export function useFacilities(request: ListRequest<typeof careFacilityList>): Read<FacilityPage> {
  const read = useListRead(careFacilityList, request, Facilities, {
    types: ['CustomerProvider', 'CustomerProviderPage'],
  });
  return mapRead(read, ({ getCustomerProviders }) => getCustomerProviders);
}

/** Reads the customers attached to a facility, ten at a time. */
export function useAttached(id: string, offset: number) {
  const read = useRead(Attached, { id, offset }, { fresh: true });
  return mapRead(read, ({ getFacilityCustomers }) => getFacilityCustomers);
}

/** Returns the values of a facility for the form, with their version. */
export function wordsOf(facility: Facility): { version: number; values: CareFacilityWords } {
  const values = Object.fromEntries(careFacilityFields.map((field) => [field, facility[field] ?? '']));
  return { version: facility.version, values: values as CareFacilityWords };
}

/** Adds a facility. The same idempotency key adds it once. @throws ApiError */
export const addFacility = (words: CareFacilityWords, idempotency_key: string) =>
  call(Add, { ...words, idempotency_key }, changed);

/**
 * Saves the values of a facility and returns the saved ones. @throws ApiError, `conflict` if another person has saved meanwhile
 */
export const saveFacility = async (id: string, words: CareFacilityWords, version: number) =>
  wordsOf((await call(Update, { id, version, ...words }, changed)).updateCustomerProvider);

/** Deletes a facility. @throws ApiError, `conflict` while customers are attached */
export const deleteFacility = (id: string) => call(Delete, { id }, changed);

/** Attaches a customer who is attached to `seen`. @throws ApiError, `conflict` if that changed meanwhile */
export const attachFacility = (user_id: string, customer_provider_id: string | null, seen: string | null) =>
  call(Attach, { user_id, customer_provider_id, seen }, changed);

/** Finds the first twenty facilities that match the words, by name. @throws ApiError */
export async function findFacilities(words: string): Promise<Found[]> {
  const { getCustomerProviderNames } = await call(Names, { searchQuery: words || null }, { cached: true });
  return getCustomerProviderNames.data.map(({ id, provider_name, service_name, suburb, state }) => ({
    id,
    name: provider_name,
    note: [service_name, suburb, state].filter(Boolean).join(', ') || undefined,
  }));
}
