import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { contextFor, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { findResidents } from './operations.ts';

describe('finding customers by words that very many have', () => {
  let test: TestServices;
  let admin: TestPerson;
  let house: string;

  /** Adds customers by one statement. */
  const add = (count: number, first: string, last: string, email: string, more = 'null') =>
    sql`insert into users (id, email, first_name, last_name, dob, permission_role_id, provider_id, status, language, share_id, pin_sealed)
      select id, ${email} || '.' || n || '@q.example', ${first}, ${last}, ${sql.raw(more)}, 5, ${house}, 'active', 'en', id::text, ''
      from (select gen_random_uuid() as id, n from generate_series(1, ${count}::int) n) made`.execute(
      test.services.db,
    );
  const find = async (typed: string) => {
    const { data, more, closest } = await findResidents.call(contextFor(test.services, admin.actor), {
      typed,
    });
    return { names: data.map(({ first_name, last_name }) => `${first_name} ${last_name}`), more, closest };
  };

  beforeAll(async () => {
    test = await startServices();
    admin = await person(test.services, { role: 'admin' });
    house = await provider(test.services);
    await add(90, 'Quentin', 'Abbott', 'zoe');
    await add(1, 'Zoë', 'Marsh', 'marsh');
    await add(90, '明', '王', 'wang');
    await add(1, 'Xavier', 'Ólafur', 'xavier');
    await add(30, 'Nora', 'Pell', 'pell', `date '1944-03-01' + n`);
    await add(90, 'Ivo', 'Dunn', 'marsden', `date '1933-03-01' + n`);
    await add(25, 'Ivy', 'Marsden', 'ivy', `date '1933-03-01' + n`);
    await add(25, 'Quill', 'Tate', 'quill', `date '1934-03-01' + n`);
    await add(3, 'Nóra', 'Bell', 'bell', `date '1951-03-01' + n`);
  }, 60_000);
  afterAll(() => test.close());

  it.each(['zoe', 'zo', 'z'])(
    'returns a name with an accent before the addresses of more than sixty others: %j [N-02]',
    async (typed) => {
      const { names, more } = await find(typed);
      expect([names[0], names.length, more]).toEqual(['Zoë Marsh', 10, true]);
    },
  );

  it.each([
    ['q', 'Quentin Abbott'],
    ['qu', 'Quentin Abbott'],
    ['quentin', 'Quentin Abbott'],
    ['example', null],
    ['王', '明 王'],
    ['明', '明 王'],
    ['ming', '明 王'],
    ['王明', '明 王'],
  ])(
    'returns ten of a word that more than sixty have, and says that there are more: %j [N-02]',
    async (typed, name) => {
      const { names, more, closest } = await find(typed);
      expect([names.length, more, closest]).toEqual([10, true, null]);
      if (name !== null) expect(new Set(names)).toEqual(new Set([name]));
    },
  );

  it.each([
    ['x', ['Xavier Ólafur']],
    ['olafur', ['Xavier Ólafur']],
    ['nora 1951', ['Nóra Bell', 'Nóra Bell', 'Nóra Bell']],
  ])('returns all of a word that few have: %j [N-02]', async (typed, names) => {
    expect(await find(typed)).toEqual({ names, more: false, closest: null });
  });

  it.each([
    ['marsden 1933', 'Ivy Marsden'],
    ['1933 MARSDEN', 'Ivy Marsden'],
    ['quill 1934', 'Quill Tate'],
  ])(
    'returns people with the whole name and the year before those with the name in the address: %j [N-02]',
    async (typed, name) => {
      const { names, more } = await find(typed);
      expect([new Set(names), names.length, more]).toEqual([new Set([name]), 10, true]);
    },
  );

  it('returns people with an address of the name and the year after the few with the whole name [N-02]', async () => {
    await add(2, 'Pia', 'Holt', 'pia', `date '1935-03-01' + n`);
    await add(12, 'Rex', 'Yule', 'holt', `date '1935-03-01' + n`);
    const { names, more } = await find('holt 1935');
    expect([new Set(names), more]).toEqual([new Set(['Pia Holt', 'Rex Yule']), true]);
  });

  it('returns ten with a year of birth that more than twenty have, and says that there are more [N-02]', async () => {
    const { names, more } = await find('nora 1944');
    expect([new Set(names), names.length, more]).toEqual([new Set(['Nora Pell']), 10, true]);
  });
});
