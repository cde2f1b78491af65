import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapFound, useRead, type Read } from '../../api/use-read.ts';

const OwnProfile = graphql(`
  query ownProfile {
    currentUser {
      id
      gender
      dob
      postcode
      medicare_last3
      has_medicare
    }
  }
`);

/** Facts that the profile page shows in addition to those that every page has. */
export type OwnProfile = NonNullable<ResultOf<typeof OwnProfile>['currentUser']>;

/** Reads the person's own facts. */
export function useOwnProfile(): Read<OwnProfile> {
  return mapFound(useRead(OwnProfile, {}, { types: ['User'] }), ({ currentUser }) => currentUser);
}

const UpdateProfile = graphql(`
  mutation updateProfile(
    $first_name: String
    $last_name: String
    $dob: String
    $gender: String
    $postcode: String
    $medicare_number: String
    $confirmed: [String!]
    $confirmed_version: Int
  ) {
    updateProfile(
      first_name: $first_name
      last_name: $last_name
      dob: $dob
      gender: $gender
      postcode: $postcode
      medicare_number: $medicare_number
      confirmed: $confirmed
      confirmed_version: $confirmed_version
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

/** Changes of a profile; fields that are not included stay unchanged. A birth date is DD/MM/YYYY. */
export type ProfileChange = Partial<
  Record<'first_name' | 'last_name' | 'dob' | 'gender' | 'postcode' | 'medicare_number', string>
>;

/**
 * Changes of the signed plan that the person saw, before and now, and confirmed: keys of answers, and the version before (D-35).
 */
export type SeenChange = { confirmed: string[]; confirmed_version: number };

/** Saves a change, in a signed plan too if the person has seen it. @throws ApiError */
export const saveProfile = (change: ProfileChange, seen?: SeenChange) =>
  call(
    UpdateProfile,
    { ...change, ...seen },
    { types: ['Acp', 'RecentActivity', 'EmergencyCard', 'AcpVersion'] },
  );

/** Saves a picture, sent as a data URL. @throws ApiError */
export const savePicture = (dataUrl: string) => call(ChangePicture, { data_url: dataUrl });

/** Removes the picture. @throws ApiError */
export const dropPicture = () => call(RemovePicture, {});
