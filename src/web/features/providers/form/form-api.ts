import { isoOfDate } from '../../../../domain/fields.ts';
import type { ProviderWords } from '../../../../domain/inputs/organisation/provider-form.ts';
import { fullName } from '../../../../domain/names.ts';
import { call, callRest } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';
import type { Found } from '../../../lists/reference/reference-props.ts';

const ProviderFormById = graphql(`
  query getProviderForm($id: ID!) {
    getProviderForm(id: $id) {
      id
      name
      address
      state
      postcode
      location
      phone_number
      email
      type
      external_id
      government_id
      subscription_id
      subscription_start_date
      trial_expiry_date
      subscription {
        id
        name
        fee
      }
      parent_name
      created_at
      logo
      contact {
        id
        first_name
        last_name
        email
      }
      version
      may_manage
      may_bill
      may_change_contact
    }
  }
`);

const Subscriptions = graphql(`
  query getProviderSubscriptions {
    getProviderSubscriptions {
      id
      name
      fee
    }
  }
`);

const Contacts = graphql(`
  query getContactChoices($provider_id: ID!, $searchQuery: String, $id: String) {
    getContactChoices(provider_id: $provider_id, searchQuery: $searchQuery, id: $id) {
      id
      first_name
      last_name
      email
    }
  }
`);

const Parents = graphql(`
  query providersAbove($searchQuery: String) {
    getAllProviders(searchQuery: $searchQuery, limit: 20) {
      data {
        id
        name
        path_names
      }
    }
  }
`);

const ParentName = graphql(`
  query providerAbove($id: ID!) {
    getProvider(id: $id) {
      id
      name
    }
  }
`);

const AddProvider = graphql(`
  mutation addProvider(
    $name: String!
    $address: String!
    $state: String!
    $postcode: String!
    $location: String!
    $phone_number: String!
    $email: String
    $type: String!
    $external_id: String
    $government_id: String
    $subscription_id: String
    $subscription_start_date: Date!
    $trial_expiry_date: Date
    $parent_id: ID
    $contact_id: String
    $logo: String
    $logo_name: String
    $idempotency_key: String
  ) {
    addProvider(
      name: $name
      address: $address
      state: $state
      postcode: $postcode
      location: $location
      phone_number: $phone_number
      email: $email
      type: $type
      external_id: $external_id
      government_id: $government_id
      subscription_id: $subscription_id
      subscription_start_date: $subscription_start_date
      trial_expiry_date: $trial_expiry_date
      parent_id: $parent_id
      contact_id: $contact_id
      logo: $logo
      logo_name: $logo_name
      idempotency_key: $idempotency_key
    ) {
      id
      name
    }
  }
`);

const ChangeProvider = graphql(`
  mutation changeProvider(
    $id: ID!
    $version: Int!
    $name: String!
    $address: String!
    $state: String!
    $postcode: String!
    $location: String!
    $phone_number: String!
    $email: String
    $type: String
    $external_id: String
    $government_id: String
    $subscription_id: String
    $subscription_start_date: Date
    $trial_expiry_date: Date
    $contact_id: String
  ) {
    updateProvider(
      id: $id
      version: $version
      name: $name
      address: $address
      state: $state
      postcode: $postcode
      location: $location
      phone_number: $phone_number
      email: $email
      type: $type
      external_id: $external_id
      government_id: $government_id
      subscription_id: $subscription_id
      subscription_start_date: $subscription_start_date
      trial_expiry_date: $trial_expiry_date
      contact_id: $contact_id
    ) {
      id
      version
    }
  }
`);

/** First values of a provider's form. */
export type ProviderForm = ResultOf<typeof ProviderFormById>['getProviderForm'];

/** A payment plan for providers. `fee` in Australian cents. */
export type ProviderSubscription = ResultOf<typeof Subscriptions>['getProviderSubscriptions'][number];

/** Types that contain providers, or depend on them. */
const changed = {
  types: ['Provider', 'ProviderNode', 'ProviderForm', 'UserProvider', 'User', 'StaffOverview'],
};

/** Reads a provider for its form, from the server. */
export const useProviderForm = (id: string): Read<ProviderForm> =>
  mapRead(useRead(ProviderFormById, { id }, { fresh: true }), ({ getProviderForm }) => getProviderForm);

/** Reads the payment plans to choose from, for staff who may choose. */
export const useSubscriptions = (mayBill: boolean): Read<ProviderSubscription[]> =>
  mapRead(useRead(Subscriptions, {}, { pause: !mayBill }), (data) => data.getProviderSubscriptions);

/** Converts the values of a form for the request: days as ISO dates, and nothing for empty values. */
function sentOf(words: ProviderWords) {
  const { subscription_id, subscription_start_date, trial_expiry_date, ...rest } = words;
  return {
    ...rest,
    subscription_id: subscription_id || null,
    subscription_start_date: isoOfDate(subscription_start_date) ?? '',
    trial_expiry_date: isoOfDate(trial_expiry_date) ?? null,
  };
}

export type NewLogo = { dataUrl: string; name: string };

/** Input for a new provider in addition to the values of its form. */
export type NewProviderPlace = { parent_id: string | null; contact_id: string | null; logo: NewLogo | null };

/** Adds a provider (API-37). The same idempotency key adds it once. @throws ApiError */
export async function addProvider(words: ProviderWords, place: NewProviderPlace, idempotency_key: string) {
  const { parent_id, contact_id, logo } = place;
  const variables = {
    ...sentOf(words),
    ...{ parent_id, contact_id, idempotency_key },
    logo: logo?.dataUrl ?? null,
    logo_name: logo?.name ?? null,
  };
  return (await call(AddProvider, variables, changed)).addProvider;
}

/**
 * Saves the values of a provider, and a contact person if it had none (API-40). Returns the version of the save.
 * @throws ApiError, `conflict` if another person has saved meanwhile
 */
export async function changeProvider(
  id: string,
  words: ProviderWords,
  { version, contact_id }: { version: number; contact_id: string | null },
): Promise<number> {
  const variables = { ...sentOf(words), ...{ id, version, contact_id } };
  return (await call(ChangeProvider, variables, changed)).updateProvider.version;
}

/** Replaces a contact person by another one, including everything that depends on the role (API-36). @throws ApiError */
export const transferContact = (from: string, to: string) =>
  callRest('/api/contact-transfer', { old_contact_id: from, new_contact_id: to });

/** Returns the name of a person for selections. */
export const contactName = (person: {
  first_name: string | null;
  last_name: string | null;
  email: string;
}): string => fullName(person) || person.email;

/** Finds people who may become the contact of a provider. @throws ApiError */
export const contactsOf =
  (provider_id: string) =>
  async (by: { words: string } | { id: string }): Promise<Found[]> => {
    const variables =
      'id' in by ? { provider_id, id: by.id } : { provider_id, searchQuery: by.words || null };
    const { getContactChoices } = await call(Contacts, variables, { cached: true });
    return getContactChoices.map((person) => ({
      id: person.id,
      name: contactName(person),
      note: person.email,
    }));
  };

/** Finds possible parents of a provider. @throws ApiError */
export async function findParents(by: { words: string } | { id: string }): Promise<Found[]> {
  if ('id' in by) return [(await call(ParentName, by, { cached: true })).getProvider];
  const { getAllProviders } = await call(Parents, { searchQuery: by.words || null }, { cached: true });
  return getAllProviders.data.map(({ id, name, path_names }) => ({
    id,
    name,
    note: path_names.join(' › ') || undefined,
  }));
}
