import type { TestApp } from '../../testing/start-app.ts';
import { fullAnswers, person, provider } from '../../testing/people.ts';

const plan = { status: 'complete', answers: fullAnswers() } as const;

/**
 * Creates a house with a ward, whose names no other test has: seven customers in the house, two of them with a plan, one in the
 * ward with a plan.
 */
export async function reportHouse(app: TestApp, name: string) {
  const { services } = app;
  const house = await provider(services, name);
  const ward = await provider(services, `${name} North`, house);
  const add = (providerId: string, firstName: string, more: object = {}) =>
    person(services, { providerId, firstName, lastName: 'Reportee', ...more });
  const signed = await add(house, 'Ann', { plan });
  await add(house, 'Bob', { plan });
  for (const firstName of ['Cho', 'Dee', 'Eli', 'Flo', 'Gus']) await add(house, firstName);
  await add(ward, 'Hal', { plan });
  return { house, ward, signed };
}
