import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, person } from '../../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import { outcomeOf } from '../../actions/customers.fixture.ts';
import { twoHouses } from '../list.fixture.ts';
import { exportChosenCustomers, getChosenCustomers } from './chosen-operations.ts';

describe('the customers of a view and its filters, chosen at once', () => {
  let test: TestServices;
  let at: Awaited<ReturnType<typeof twoHouses>>;

  beforeAll(async () => {
    test = await startServices();
    at = await twoHouses(test);
  });
  afterAll(() => test.close());

  const chosen = async (who: string, input: Record<string, unknown> = {}) => {
    const { customers, more } = await getChosenCustomers.call(at.context(who), input);
    return { ids: customers.map(({ id }) => id), more };
  };
  const listed = async (who: string, input: Record<string, unknown> = {}) =>
    (await at.list(who, { ...input, limit: 50 })).data.map(({ id }) => id);

  it.each([
    {},
    { status: 'draft' },
    { view: 'complete' },
    { search: 'wong' },
    { order_by: 'name_desc' },
    { status: 'archivedHouse' },
  ])('are those of the list, in its order and within the scope: %o [N-04]', async (input) => {
    for (const who of ['head', 'ward', 'reader', 'other', 'lost', 'admin'])
      expect(await chosen(who, input)).toEqual({ ids: await listed(who, input), more: false });
  });

  it('are those of one provider if asked, and none of a provider outside the scope [N-04] [security 2]', async () => {
    expect((await chosen('admin', { provider_id: at.ward })).ids).toEqual(
      await listed('admin', { provider_id: at.ward }),
    );
    expect((await chosen('head', { provider_id: at.other })).ids).toEqual([]);
  });

  it('are refused to a customer [N-04] [security 4]', async () => {
    const own = await person(test.services, { providerId: at.house });
    const context = contextFor(test.services, own.actor);
    expect(await outcomeOf(getChosenCustomers.call(context, {}))).toBe('forbidden');
    expect(await outcomeOf(exportChosenCustomers.call(context, { ids: [own.userId] }))).toBe('forbidden');
  });

  it('are exported without those outside the scope, and the trail has their number [N-04] [N-10] [security 2]', async () => {
    const { ann, bob, eve } = at.customers as Record<string, { userId: string }>;
    const ids = [bob!.userId, eve!.userId, ann!.userId, ann!.userId];
    const names = async (who: string) =>
      (await exportChosenCustomers.call(at.context(who), { ids })).flat().map((row) => row.first_name);
    expect(await names('head')).toEqual(['Bob', 'Ann']);
    expect(await names('ward')).toEqual([]);
    expect(await names('admin')).toEqual(['Bob', 'Ann', 'Eve']);
    const trail = await test.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'exportChosenCustomers')
      .orderBy('at')
      .execute();
    expect(trail.map(({ details }) => details)).toEqual(
      [2, 0, 3].map((customers) => ({ customers, format: 'csv' })),
    );
  });

  it('are at most 500, and more of them are announced [N-04]', async () => {
    const { rows } = await test.pool.query<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_name = 'users' and is_generated = 'NEVER'`,
    );
    const names = rows[0]!.names;
    await test.pool.query(
      `insert into users (${names}) select ${names} from (
         select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'share_id', gen_random_uuid(),
           'email', 'many' || n || '@test.example'))).* from users u, generate_series(1, 501) n where u.id = $1) made`,
      [at.customers['eve']!.userId],
    );
    const { ids, more } = await chosen('other');
    expect([ids.length, more]).toEqual([500, true]);
    const context = at.context('other');
    expect(await outcomeOf(exportChosenCustomers.call(context, { ids: [...ids, at.house] }))).toBe(
      'invalid: error.customer.remindMany',
    );
  });
});
