import { sql } from 'kysely';
import type { PersonActor } from '../../../../domain/access/actors.ts';
import { contextFor, fullAnswers, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import type { Services } from '../../../pipeline/context.ts';
import { getProviderTree } from './operations.ts';

type Places = Record<'group' | 'house' | 'ward' | 'south' | 'lodge', string>;

/** Creates staff of each rank, with and without a provider, by short names. */
async function addStaff(services: Services, places: Places): Promise<Record<string, TestPerson>> {
  const staff: Record<string, TestPerson> = {};
  for (const [name, role, providerId] of [
    ['head', 'provideradmin', places.group],
    ['house', 'provideradmin', places.house],
    ['ward', 'provideradmin', places.ward],
    ['lodge', 'provideradmin', places.lodge],
    ['lost', 'provideradmin', undefined],
    ['reader', 'providerview', places.group],
    ['admin', 'admin', undefined],
    ['tlc', 'tlcadmin', undefined],
    ['system', 'sysadmin', undefined],
  ] as const)
    staff[name] = await person(services, { role, ...(providerId && { providerId }) });
  return staff;
}

/** Creates a group of two houses, one with wards, a lodge beside it, with customers and staff. */
export async function twoTrees(services: Services) {
  const group = await provider(services, 'Banksia Group');
  const house = await provider(services, 'Banksia House', group);
  const ward = await provider(services, 'North Ward', house);
  const south = await provider(services, 'South House', group);
  const lodge = await provider(services, 'Grevillea Lodge');
  const places: Places = { group, house, ward, south, lodge };
  const signed = { status: 'complete', answers: fullAnswers() } as const;
  const customers: Record<string, TestPerson> = {
    ann: await person(services, { providerId: group, plan: signed }),
    bob: await person(services, { providerId: house }),
    cho: await person(services, { providerId: ward, plan: signed }),
    dee: await person(services, { providerId: ward }),
    eve: await person(services, { providerId: lodge, plan: signed }),
    flo: await person(services, {}),
  };
  const staff = await addStaff(services, places);
  const nameOf = new Map(Object.entries(places).map(([name, id]) => [id, name]));
  const context = (who: string, change: Partial<PersonActor> = {}) =>
    contextFor(services, { ...staff[who]!.actor, ...change });
  const tree = (who: string, input: Parameters<typeof getProviderTree.call>[1] = {}) =>
    getProviderTree.call(context(who), input);
  return {
    places,
    customers,
    staff,
    context,
    tree,
    names: (rows: readonly { id: string }[]) => rows.map(({ id }) => nameOf.get(id) ?? id).join(' '),
    /** Returns the providers that a staff member can see, each by its short name. */
    async seen(who: string, input: Parameters<typeof getProviderTree.call>[1] = {}) {
      const { data } = await tree(who, input);
      return data.map(({ id }) => nameOf.get(id) ?? id).join(' ');
    },
    /** Returns one provider as a staff member sees it. */
    async node(who: string, name: keyof typeof places) {
      const { data } = await tree(who, { all: true, archived: true });
      return data.find(({ id }) => id === places[name]);
    },
    archive: (id: string, archived = true) =>
      services.db
        .updateTable('providers')
        .set({ archived, archived_at: archived ? new Date() : null })
        .where(sql<boolean>`path @> array[${id}::uuid]`)
        .execute(),
    setCustomer: (who: string, values: Record<string, unknown>) =>
      services.db.updateTable('users').set(values).where('id', '=', customers[who]!.userId).execute(),
  };
}

export type Trees = Awaited<ReturnType<typeof twoTrees>>;
