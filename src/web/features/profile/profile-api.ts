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

/** What the profile page shows beside what every page knows of the person. */
export type OwnProfile = NonNullable<ResultOf<typeof OwnProfile>['currentUser']>;

/** The person's own facts. */
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

/** What is changed of a profile; what is not named stays. A birth date is DD/MM/YYYY. */
export type ProfileChange = Partial<
  Record<'first_name' | 'last_name' | 'dob' | 'gender' | 'postcode' | 'medicare_number', string>
>;

/** What the person saw of their signed plan, before and now, and said yes to: keys of answers, and the version of before (D-35). */
export type SeenChange = { confirmed: string[]; confirmed_version: number };

/** Keeps a change, in a signed plan too where it was seen. @throws ApiError */
export const saveProfile = (change: ProfileChange, seen?: SeenChange) =>
  call(
    UpdateProfile,
    { ...change, ...seen },
    { types: ['Acp', 'RecentActivity', 'EmergencyCard', 'AcpVersion'] },
  );

/** Keeps a picture, sent as a data URL. @throws ApiError */
export const savePicture = (dataUrl: string) => call(ChangePicture, { data_url: dataUrl });

/** Takes the picture away. @throws ApiError */
export const dropPicture = () => call(RemovePicture, {});
