import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const ProviderById = graphql(`
  query getProvider($id: ID!) {
    getProvider(id: $id) {
      id
      name
      address
      state
      postcode
      location
      phone_number
      email
      logo
      version
      contact {
        id
        first_name
        last_name
        email
      }
    }
  }
`);

const UpdateProvider = graphql(`
  mutation updateProvider(
    $id: ID!
    $version: Int!
    $name: String!
    $address: String!
    $state: String!
    $postcode: String!
    $location: String!
    $phone_number: String!
    $email: String
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
    ) {
      id
      name
      address
      state
      postcode
      location
      phone_number
      email
      version
    }
  }
`);

const ChangeLogo = graphql(`
  mutation changeProviderLogo($id: ID!, $data_url: String!, $file_name: String) {
    changeProviderLogo(id: $id, data_url: $data_url, file_name: $file_name) {
      id
      logo
    }
  }
`);

const RemoveLogo = graphql(`
  mutation removeProviderLogo($id: ID!) {
    removeProviderLogo(id: $id) {
      id
      logo
    }
  }
`);

/** A provider as shown on its own page. */
export type Provider = ResultOf<typeof ProviderById>['getProvider'];

/** Values of the form: an empty value is an empty text. */
export type ProviderWords = Record<
  'name' | 'address' | 'state' | 'postcode' | 'location' | 'phone_number' | 'email',
  string
>;

type Saved = { version: number } & { [Field in keyof ProviderWords]: string | null };

/** Returns the values of a provider for the form, with their version. */
export function wordsOf(provider: Saved): { version: number; values: ProviderWords } {
  const { name, address, state, postcode, location, phone_number, email, version } = provider;
  return {
    version,
    values: {
      name: name ?? '',
      address: address ?? '',
      state: state ?? '',
      postcode: postcode ?? '',
      location: location ?? '',
      phone_number: phone_number ?? '',
      email: email ?? '',
    },
  };
}

/** Reads a provider by id. */
export function useProvider(id: string): Read<Provider> {
  return mapRead(useRead(ProviderById, { id }, { refresh: true }), ({ getProvider }) => getProvider);
}

/** All staff of the provider see its name, so these types are read again. */
const shown = { types: ['UserProvider', 'User', 'ProviderForm'] };

/**
 * Saves the values of a provider and returns the saved ones. @throws ApiError, `conflict` if another person has saved meanwhile
 */
export async function saveProvider(id: string, words: ProviderWords, version: number) {
  return wordsOf((await call(UpdateProvider, { id, version, ...words }, shown)).updateProvider);
}

/** Saves a logo, sent as a data URL. @throws ApiError */
export const saveLogo = (id: string, dataUrl: string, fileName: string) =>
  call(ChangeLogo, { id, data_url: dataUrl, file_name: fileName }, shown);

/** Removes the logo. @throws ApiError */
export const dropLogo = (id: string) => call(RemoveLogo, { id }, shown);
