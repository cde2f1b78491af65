import { isoOfDate } from '../../domain/fields.ts';
import type { CareResident } from '../ports/residential-care/port.ts';
import { residents, type Resident } from './house/house-residents.ts';

const idOf = (number: number) => `R-${String(1001 + number)}`;

/** A resident of the demo house as the simulated system lists them. Some have another birth date there. */
const listed = ({ number, firstName, lastName, dob }: Resident): CareResident => {
  const birthDate = isoOfDate(dob) ?? null;
  return {
    id: idOf(number),
    firstName,
    lastName,
    birthDate: number % 17 === 9 ? '1931-01-01' : birthDate,
    medicareNumber: null,
  };
};

/** Residents without an account in Wattle. */
const others: readonly CareResident[] = [
  ['Mavis', 'Abernethy', '1934-02-11'],
  ['Harold', 'Quigley', '1939-08-30'],
  ['Edith', 'Marchetti', '1941-12-05'],
  ['淑贞', '何', '1937-04-19'],
  ['Walter', 'Brandt', null],
  ['Ngaire', 'Parata', '1945-10-23'],
].map(([firstName, lastName, birthDate], at) => ({
  id: `R-${String(2001 + at)}`,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  birthDate: birthDate ?? null,
  medicareNumber: null,
}));

/** The residents whom the simulated residential-care system lists: some of the demo house, and others. */
export const careResidents: readonly CareResident[] = [
  ...residents.filter(({ account }) => account === 'active' || account === 'suspended').map(listed),
  ...others,
];
