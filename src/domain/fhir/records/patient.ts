import type { Patient } from 'fhir/r4';
import type { AccountStatus } from '../../customers/status.ts';
import { stateOfPostcode, type IsoDate } from '../../fields.ts';
import { fullName } from '../../names.ts';
import { absent, birthDateOf, namesOf } from '../absent.ts';
import { withPlainCharacters } from '../plain-characters.ts';
import { customerIdSystem } from './record-ids.ts';

/** A resident as the provider's staff see them. */
export type Resident = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  dob: IsoDate | null;
  gender: 'Male' | 'Female' | 'Other' | null;
  postcode: string | null;
  /** The provider's own number. */
  customer_id: string | null;
  provider_id: string;
  provider: string;
  status: AccountStatus;
  /** Whether staff removed the customer, who is deleted after thirty days (D-62). */
  is_removed: boolean;
};

const genders = { Male: 'male', Female: 'female', Other: 'other' } as const;

/**
 * Returns a resident as FHIR. Without the Medicare number, which staff do not see either, and without addresses and telephones,
 * which the provider's own software has.
 */
export function residentPatient(given: Resident, baseUrl: string): Patient {
  const resident = withPlainCharacters(given);
  const { id, first_name, last_name, dob, gender, postcode, customer_id, provider_id, provider } = resident;
  const text = fullName(resident);
  const number = customer_id?.trim() ?? '';
  const state = postcode === null ? undefined : stateOfPostcode(postcode)?.toUpperCase();
  return {
    resourceType: 'Patient',
    id,
    active: resident.status !== 'archived' && !resident.is_removed,
    identifier: [number === '' ? absent : { system: customerIdSystem(baseUrl, provider_id), value: number }],
    name: namesOf({ use: 'official', text, family: last_name ?? '', given: first_name ?? '' }),
    gender: gender === null ? 'unknown' : genders[gender],
    ...birthDateOf(dob),
    ...(postcode !== null &&
      postcode.trim() !== '' && {
        address: [{ ...(state !== undefined && { state }), postalCode: postcode.trim(), country: 'AU' }],
      }),
    managingOrganization: {
      identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${provider_id}` },
      display: provider.trim() === '' ? 'Provider' : provider,
    },
  };
}
