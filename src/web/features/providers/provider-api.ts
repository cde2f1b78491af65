import { useMemo } from 'react';
import { useQuery } from 'urql';
import { currentClient } from '../../api/client.ts';
import { ApiError, apiError } from '../../api/errors.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';

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
  mutation changeProviderLogo($id: ID!, $data_url: String!) {
    changeProviderLogo(id: $id, data_url: $data_url) {
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

/** A provider as its own page shows it. */
export type Provider = ResultOf<typeof ProviderById>['getProvider'];

/** What the form holds: what is empty is an empty text. */
export type ProviderWords = Record<
  'name' | 'address' | 'state' | 'postcode' | 'location' | 'phone_number' | 'email',
  string
>;

type Saved = { version: number } & { [Field in keyof ProviderWords]: string | null };

/** The form's part of a provider, with the number of the save. */
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

/** A provider; undefined while it is read. `failed` when it could not be. */
export function useProvider(id: string) {
  const variables = useMemo(() => ({ id }), [id]);
  const [{ data, error, fetching }, read] = useQuery({
    query: ProviderById,
    variables,
    requestPolicy: 'cache-and-network',
  });
  return {
    provider: data?.getProvider,
    failed: error !== undefined && !fetching,
    again: () => read({ requestPolicy: 'network-only' }),
  };
}

/** Everybody of the provider shows its name: what was read of it is read again. */
const shown = { additionalTypenames: ['UserProvider', 'User'] };

/** Keeps the words of a provider and gives what is saved then. Throws ApiError, `conflict` when somebody else saved meanwhile. */
export async function saveProvider(id: string, words: ProviderWords, version: number) {
  const { data, error } = await currentClient()
    .mutation(UpdateProvider, { id, version, ...words }, shown)
    .toPromise();
  const refusal = apiError(error);
  if (refusal) throw refusal;
  if (!data) throw new ApiError('general_error');
  return wordsOf(data.updateProvider);
}

/** Keeps a logo, sent as a data URL. Gives why not, when the server refused it. */
export async function saveLogo(id: string, dataUrl: string): Promise<ApiError | undefined> {
  const { error } = await currentClient().mutation(ChangeLogo, { id, data_url: dataUrl }, shown).toPromise();
  return apiError(error);
}

/** Takes the logo away. Gives why not, when the server refused it. */
export async function dropLogo(id: string): Promise<ApiError | undefined> {
  const { error } = await currentClient().mutation(RemoveLogo, { id }, shown).toPromise();
  return apiError(error);
}
