import type { IsoDate } from '../../fields.ts';
import { readCustomerIdSystem } from './record-ids.ts';
import { isWholeName, type SoughtName } from './same-name.ts';
import { isDay, readParameters, refuseSearch, type Parameters, type Query } from './search-parameters.ts';

const known = ['identifier', 'name', 'family', 'given', 'birthdate', '_format'] as const;

type Found = Parameters<(typeof known)[number]>;

/** More hits than this are refused: such a search is not about one person. */
export const maxPatientHits = 20;

/** A search for one person: by the provider's own number, or by the whole name and the birth date together. */
export type PatientSearch =
  | { by: 'number'; providerId: string; number: string }
  | { by: 'name'; name: SoughtName; birthDate: IsoDate };

const wanted =
  'Search by identifier=system|value of the provider’s customer id, or by birthdate together with name, or with family and given. Whole names only.';

/** The longest accepted customer id, in characters. */
const maxNumberLength = 100;

function readIdentifier(identifier: string, baseUrl: string): PatientSearch {
  const [system = '', number = '', ...more] = identifier.split('|');
  const providerId = readCustomerIdSystem(baseUrl, system);
  if (providerId === null || number === '' || number.trim() !== number || more.length > 0)
    throw refuseSearch(wanted);
  if (number.length > maxNumberLength || /[*%?,\\]/.test(number)) throw refuseSearch(wanted);
  return { by: 'number', providerId, number };
}

function readName(found: Found): SoughtName {
  const [name, family, given] = (['name', 'family', 'given'] as const).map((each) => found.get(each)?.[0]);
  const isWhole = (text: string | undefined): text is string => text !== undefined && isWholeName(text);
  if (name !== undefined && family === undefined && given === undefined && isWhole(name)) return { name };
  if (name === undefined && isWhole(family) && isWhole(given)) return { given, family };
  throw refuseSearch(wanted);
}

/**
 * Reads a search for patients. Anything that could list people is refused: a part of a name, a wildcard, a modifier, a name without a
 * birth date, a birth date without a name.
 * @throws ClinicalRefusal 400
 */
export function readPatientSearch(query: Query, baseUrl: string): PatientSearch {
  const found = readParameters(query, known);
  const identifier = found.get('identifier')?.[0];
  const others = (['name', 'family', 'given', 'birthdate'] as const).some((name) => found.has(name));
  if (identifier !== undefined) {
    if (others) throw refuseSearch(wanted);
    return readIdentifier(identifier, baseUrl);
  }
  const birthDate = /^(?:eq)?(\d{4}-\d\d-\d\d)$/.exec(found.get('birthdate')?.[0] ?? '')?.[1];
  if (birthDate === undefined || !isDay(birthDate)) throw refuseSearch(wanted);
  return { by: 'name', name: readName(found), birthDate };
}
