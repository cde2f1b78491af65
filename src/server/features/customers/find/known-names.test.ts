import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { contextFor, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { findResidents } from './operations.ts';

describe('the names from which a wrong letter is forgiven', () => {
  let test: TestServices;
  let admin: TestPerson;
  let house: string;
  let read = 0;

  /** Services with their own database object, whose names nobody has read, and which counts how often they are read. */
  const countedServices = () => {
    read = 0;
    const db = test.services.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        if (result.rows.some((row) => Object.keys(row).join() === 'name,customers')) read += 1;
        return Promise.resolve(result);
      },
    });
    return { ...test.services, db };
  };
  const add = (count: number, last: string) =>
    sql`insert into users (id, email, first_name, last_name, permission_role_id, provider_id, status, language, share_id, pin_sealed)
      select id, n || ${`.${last.toLowerCase()}@q.example`}, 'Ada', ${last}, 5, ${house}, 'active', 'en', id::text, ''
      from (select gen_random_uuid() as id, n from generate_series(1, ${count}::int) n) made`.execute(
      test.services.db,
    );
  const find = async (services: TestServices['services'], typed: string) =>
    (await findResidents.call(contextFor(services, admin.actor), { typed })).closest;

  beforeAll(async () => {
    test = await startServices();
    admin = await person(test.services, { role: 'admin' });
    house = await provider(test.services);
    await add(1, 'Marsden');
  }, 60_000);
  afterAll(() => test.close());

  it('are those of now for few customers, also for searches at the same time [N-02]', async () => {
    const services = countedServices();
    const first = find(services, 'marsdem');
    await add(1, 'Whitlock');
    const [earlier, later] = await Promise.all([first, find(services, 'whitlocc')]);
    expect([earlier, later]).toEqual(['Marsden', 'Whitlock']);
  });

  it('are read once for many customers, and early, so that no later search waits for them [N-02]', async () => {
    await add(3_100, 'Tillman');
    const services = countedServices();
    expect(await find(services, 'tillman')).toBe(null);
    await expect.poll(() => read).toBe(1);
    const closest = await Promise.all(
      ['tilman', 'tillmen', 'tillmann'].map((typed) => find(services, typed)),
    );
    expect(closest).toEqual(['Tillman', 'Tillman', 'Tillman']);
    expect(read).toBe(1);
  });
});
