import { useMemo } from 'react';
import { useQuery } from 'urql';
import { currentClient } from '../../api/client.ts';
import { apiError, type ApiError } from '../../api/errors.ts';
import { graphql } from '../../api/graphql.ts';
import type { SessionUser } from '../../app/person.ts';

const OwnProfile = graphql(`
  query ownProfile {
    currentUser {
      id
      gender
      dob
      postcode
      medicare_last3
    }
  }
`);

/** What the profile page shows beside what every page knows of the person. */
export type OwnProfile = {
  id: string;
  gender: string | null;
  dob: string | null;
  postcode: string | null;
  medicare_last3: string | null;
};

/** The person's own facts; undefined while they are read. `failed` when they could not be. */
export function useOwnProfile(): { profile: OwnProfile | undefined; failed: boolean; again: () => void } {
  const context = useMemo(() => ({ additionalTypenames: ['User'] }), []);
  const [{ data, error }, read] = useQuery({ query: OwnProfile, variables: {}, context });
  return {
    profile: data?.currentUser as OwnProfile | undefined,
    failed: error !== undefined,
    again: () => read({ requestPolicy: 'network-only' }),
  };
}

const UpdateProfile = graphql(`
  mutation updateProfile(
    $first_name: String
    $last_name: String
    $dob: String
    $gender: String
    $postcode: String
    $medicare_number: String
  ) {
    updateProfile(
      first_name: $first_name
      last_name: $last_name
      dob: $dob
      gender: $gender
      postcode: $postcode
      medicare_number: $medicare_number
    ) {
      id
      acps {
        id
        version
      }
    }
  }
`);

const ChangePicture = graphql(`
  mutation changePicture($data_url: String!) {
    changePicture(data_url: $data_url) {
      id
      image
    }
  }
`);

const RemovePicture = graphql(`
  mutation removePicture {
    removePicture {
      id
      image
    }
  }
`);

/** What is changed of a profile; what is not named stays. A birth date is DD/MM/YYYY. */
export type ProfileChange = Partial<
  Record<'first_name' | 'last_name' | 'dob' | 'gender' | 'postcode' | 'medicare_number', string>
>;

/** Keeps a change. Gives why not, when the server refused it. */
export async function saveProfile(change: ProfileChange): Promise<ApiError | undefined> {
  const { error } = await currentClient()
    .mutation(UpdateProfile, change, { additionalTypenames: ['Acp', 'RecentActivity', 'EmergencyCard'] })
    .toPromise();
  return apiError(error);
}

/** Keeps a picture, sent as a data URL. Gives why not, when the server refused it. */
export async function savePicture(dataUrl: string): Promise<ApiError | undefined> {
  const { error } = await currentClient().mutation(ChangePicture, { data_url: dataUrl }).toPromise();
  return apiError(error);
}

/** Takes the picture away. Gives why not, when the server refused it. */
export async function dropPicture(): Promise<ApiError | undefined> {
  const { error } = await currentClient().mutation(RemovePicture, {}).toPromise();
  return apiError(error);
}

/** Whether the person has a signed plan: cards and papers with the old name are out there. */
export const hasSignedPlan = (user: SessionUser): boolean =>
  user.acps.some(({ status }) => status === 'complete');
