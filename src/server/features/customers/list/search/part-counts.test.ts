import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import { twoHouses } from '../list.fixture.ts';
import { readPartCounts } from './part-counts.ts';

describe('how common parts of names are', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
    await twoHouses(test);
  });
  afterAll(() => test.close());

  const counts = (table: 'customer_list' | 'providers') =>
    test.services.db.transaction().execute((tx) => readPartCounts(tx, table));

  it('is unknown in a table that was never analysed', async () => {
    expect((await counts('customer_list'))('won')).toBe(0);
  });

  it('is counted in the samples that the database took of customers and of providers', async () => {
    await sql`analyze customer_list, providers`.execute(test.services.db);
    const inCustomers = await counts('customer_list');
    expect([inCustomers('won'), inCustomers('elw'), inCustomers('xyz')]).toEqual([2, 1, 0]);
    expect((await counts('providers'))('ban')).toBe(2);
  });
});
