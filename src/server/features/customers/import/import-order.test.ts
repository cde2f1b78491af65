import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { person } from '../../../../../testing/people.ts';
import { recentActivities } from '../../notifications/operations.ts';
import { getCustomers } from '../list/operations.ts';
import { fitting, house, lastNameOf, listOf, start, system } from './import.fixture.ts';
import { runImport } from './running/run-import.ts';

describe('customers of one import', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  it('have the order of the list when the newest are first, also over several batches, and the reverse when they are last [N-03]', async () => {
    const place = await house(test.services);
    const numbers = Array.from({ length: 230 }, (_, at) => at + 1);
    const lines = numbers.map((number) => (number === 7 ? 'Bo,Ray,no-address,,,,' : fitting(number)));
    await runImport(system(test.services), await start(place.as, place.providerId, listOf(...lines)));
    const names = async (direction: 'asc' | 'desc') => {
      const found: (string | null)[] = [];
      for (let offset = 0; offset < 230; offset += 50) {
        const page = await getCustomers.call(place.as, {
          order_by: `created_at_${direction}`,
          limit: 50,
          offset,
        });
        found.push(...page.data.map(({ last_name }) => last_name));
      }
      return found;
    };
    const inList = numbers.filter((number) => number !== 7).map(lastNameOf);
    expect(await names('desc')).toEqual(inList);
    expect(await names('asc')).toEqual(inList.toReversed());
  });

  it('are one line of the recent activities of staff, with their number and the importer, and one line for each person [N-01] [S-74]', async () => {
    const place = await house(test.services);
    const other = await house(test.services);
    const lines = Array.from({ length: 120 }, (_, at) => fitting(at + 1_000));
    const before = await recentActivities.call(place.as, {});
    await runImport(system(test.services), await start(place.as, place.providerId, listOf(...lines)));
    const after = await recentActivities.call(place.as, {});
    const fresh = after.filter(({ id }) => !before.some((each) => each.id === id));
    expect(fresh).toMatchObject([
      {
        ...{ template: 'customersImported', metadata: { count: 120 }, of_customer: false },
        actor: { id: place.as.actor.kind === 'person' ? place.as.actor.userId : '' },
      },
    ]);
    expect(await recentActivities.call(other.as, {})).toEqual([]);
    const admin = await person(test.services, { role: 'admin' });
    const all = await recentActivities.call({ ...place.as, actor: admin.actor }, {});
    expect(all.filter(({ id }) => id === fresh[0]?.id)).toHaveLength(1);
    expect(all.filter(({ template }) => template === 'invited')).toEqual([]);
    const own = await test.services.db
      .selectFrom('recent_activities')
      .innerJoin('users', 'users.id', 'recent_activities.user_id')
      .select('template')
      .where('users.provider_id', '=', place.providerId)
      .where('template', '=', 'invited')
      .execute();
    expect(own).toHaveLength(120);
  });
});
