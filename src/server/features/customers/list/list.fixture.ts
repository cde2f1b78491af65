import { sql } from 'kysely';
import type { PersonActor } from '../../../../domain/access/actors.ts';
import { contextFor, fullAnswers, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import type { TestServices } from '../../../../../testing/services.ts';
import { getAcpCounts, getAllProviders, getCustomers } from './operations.ts';
import type { ViewCount } from './views/view-counts.ts';

/** Returns the number of customers in a view of the list. */
export const countOfView = (views: readonly ViewCount[], name: ViewCount['view']) =>
  views.find(({ view }) => view === name)?.count;

/** Creates two houses side by side, one of them with a ward and a room under it, and their staff. */
export async function twoHouses({ services }: Pick<TestServices, 'services'>) {
  const house = await provider(services, 'Banksia House');
  const ward = await provider(services, 'Banksia North', house);
  const room = await provider(services, 'Sunroom', ward);
  const other = await provider(services, 'Grevillea Lodge');
  let made = 0;
  // Random letters in an address could contain the word of a search, such as "dee".
  const address = () => `${(made += 1)}@test.example`;
  const in_ = (providerId: string | undefined, firstName: string, lastName: string, more = {}) =>
    person(services, { ...(providerId && { providerId }), firstName, lastName, email: address(), ...more });
  const plan = { status: 'complete', answers: fullAnswers() } as const;
  const customers: Record<string, TestPerson> = {
    ann: await in_(house, 'Ann', 'Wong', { plan }),
    bob: await in_(house, 'Bob', 'Elwood', { email: 'robert.elwood@mail.example' }),
    cho: await in_(ward, '小明', '王'),
    dee: await in_(room, 'Dee', "O'Brien-Draper", { plan }),
    eve: await in_(other, 'Eve', 'Wong'),
    flo: await in_(undefined, 'Flo', 'Free'),
  };
  const change = (who: TestPerson, values: Record<string, unknown>) =>
    services.db.updateTable('users').set(values).where('id', '=', who.userId).execute();
  // One day between each two, so that their order is known.
  for (const [index, who] of Object.values(customers).entries())
    await change(who, { created_at: new Date(Date.UTC(2026, 9, 1 + index)) });
  const staff: Record<string, PersonActor> = {};
  for (const [name, role, providerId] of [
    ['head', 'provideradmin', house],
    ['ward', 'provideradmin', ward],
    ['room', 'provideradmin', room],
    ['reader', 'providerview', house],
    ['other', 'provideradmin', other],
    ['lost', 'provideradmin', undefined],
    ['admin', 'admin', undefined],
    ['tlc', 'tlcadmin', undefined],
  ] as const)
    staff[name] = (await person(services, { role, ...(providerId && { providerId }) })).actor;
  const context = (who: string) => contextFor(services, staff[who]!);
  const nameOf = new Map(Object.entries(customers).map(([name, { userId }]) => [userId, name]));
  return {
    ...{ house, ward, room, other },
    ...{ customers, staff, change, context },
    list: (who: string, input: Record<string, unknown> = {}) => getCustomers.call(context(who), input),
    /** Returns the customers whom a staff member finds, in their order. */
    async found(who: string, input: Record<string, unknown> = {}) {
      const { data } = await getCustomers.call(context(who), input);
      return data.map(({ id }) => nameOf.get(id) ?? id).join(' ');
    },
    counts: (who: string, provider_id?: string) =>
      getAcpCounts.call(context(who), provider_id ? { provider_id } : {}),
    providers: async (who: string, searchQuery?: string) =>
      (await getAllProviders.call(context(who), searchQuery ? { searchQuery } : {})).data,
    moveTo: (who: TestPerson, providerId: string) => change(who, { provider_id: providerId }),
    now: async () => (await sql<{ now: Date }>`select now()`.execute(services.db)).rows[0]!.now,
  };
}

export type Houses = Awaited<ReturnType<typeof twoHouses>>;
