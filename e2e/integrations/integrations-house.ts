import type { CareResident } from '../../src/server/ports/residential-care/port.ts';
import { simulatedSystem } from '../../src/domain/integrations/simulated-system.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { fullAnswers, person, provider } from '../../testing/people.ts';

const plan = { status: 'complete', answers: fullAnswers() } as const;

/** The simulated residential-care system of the server. */
export function standInOf(app: TestApp) {
  const { careStandIn } = app.application;
  if (!careStandIn) throw new Error('This server has no simulated residential-care system');
  return careStandIn;
}

const resident = (id: string, firstName: string, lastName: string, birthDate: string): CareResident => ({
  ...{ id, firstName, lastName, birthDate, medicareNumber: null },
});

/**
 * Creates a house with three customers, and a facility of the simulated system with four residents: two are customers with a
 * signed plan, one has another birth date there, one is no customer.
 */
export async function careHouse(app: TestApp, key: string) {
  const { services } = app;
  const name = `Boronia House ${key}`;
  const house = await provider(services, name);
  const add = (firstName: string, lastName: string, dob: string, more: object = {}) =>
    person(services, { providerId: house, firstName, lastName, dob, ...more });
  const margaret = await add('Margaret', 'Citizen', '04/05/1948', { plan });
  const robert = await add('Robert', 'Kelly', '01/08/1942', { plan });
  await add('Elizabeth', 'Tran', '14/10/1951');
  const facility = `HOUSE-${key}`;
  const residents = [
    resident(`${key}-1`, 'Margaret', 'Citizen', '1948-05-04'),
    resident(`${key}-2`, 'Robert', 'Kelly', '1942-08-01'),
    resident(`${key}-3`, 'Elizabeth', 'Tran', '1951-10-15'),
    resident(`${key}-4`, 'Walter', 'Simmons', '1936-06-30'),
  ];
  standInOf(app).setResidents(facility, residents);
  return { name, house, facility, residents, margaret, robert };
}

export const { address, userName, secret } = simulatedSystem;
