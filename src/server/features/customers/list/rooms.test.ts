import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { twoHouses, type Houses } from './list.fixture.ts';

const rooms = { ann: '10A', bob: '2', cho: '3号床', dee: '10', eve: 'Garden 12B' } as const;

describe('rooms in the list of customers', () => {
  let test: TestServices;
  let at: Houses;
  beforeAll(async () => {
    test = await startServices();
    at = await twoHouses(test);
    for (const [name, room] of Object.entries(rooms)) await at.change(at.customers[name]!, { room });
  });
  afterAll(() => test.close());

  it('are sorted as numbers within words, and customers without a room come last [N-09]', async () => {
    expect(await at.found('admin', { order_by: 'room_asc' })).toBe('bob cho dee ann eve flo');
    expect(await at.found('admin', { order_by: 'room_desc' })).toBe('flo eve ann dee cho bob');
    expect(await at.found('head', { order_by: 'room_asc' })).toBe('bob cho dee ann');
  });

  it.each([
    ['12B', 'eve'],
    ['12b', 'eve'],
    ['garden', 'eve'],
    ['10A', 'ann'],
    ['10', 'dee ann'],
    ['wong 10a', 'ann'],
    ['3号', 'cho'],
    ['床', 'cho'],
    ['0A', ''],
  ])('are found by %j: %s [N-09]', async (search, names) => {
    expect(await at.found('admin', { search })).toBe(names);
  });

  it('of other providers are not found [N-09, security 5]', async () => {
    expect(await at.found('head', { search: '12B' })).toBe('');
    expect(await at.found('other', { search: '10A' })).toBe('');
  });

  it('order any two rooms by their numbers, whatever their length [N-09]', async () => {
    const ordered = [
      '1',
      '2',
      '2a',
      '02b',
      '10',
      '10A',
      '10B',
      '99999999999999999999',
      'A1',
      'a2',
      'A10',
      'B 3',
    ];
    const { rows } = await sql<{ room: string }>`
      select room from unnest(${ordered.toReversed()}::text[]) as room order by room_sort(room)`.execute(
      test.services.db,
    );
    expect(rows.map(({ room }) => room)).toEqual(ordered);
  });

  it('are read along an index of the order, within a provider and over all [N-09, R-91]', async () => {
    const { db } = test.services;
    const indexOf = (condition: string) =>
      db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        await sql`set local enable_sort = off`.execute(tx);
        const { rows } = await sql<Record<string, string>>`
          explain select user_id from customer_list where status <> 'archived' ${sql.raw(condition)}
          order by sort_room, user_id limit 10`.execute(tx);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    expect(await indexOf('')).toContain('customer_list_room');
    expect(await indexOf(`and provider_id = '${at.house}'`)).toContain('customer_list_provider_room');
  });
});
