import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
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
});
