import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { residents } from './list.fixture.ts';
import { noFilters } from './list.ts';
import { pageOfRows, type RowsInMemory } from './page.ts';

type Row = { id: number; name: string; plan: string; day: string };

const how: RowsInMemory<typeof residents, Row> = {
  filters: {
    search: ({ name }, words) => name.includes(words),
    plan: ({ plan }, value) => plan === value,
    invited: ({ day }, { from, to }) => (from ?? '') <= day && day <= (to ?? '9'),
  },
  sorts: { created_at: ({ day }) => day, name: ({ name }) => name },
};

const rows: Row[] = Array.from({ length: 25 }, (_, id) => ({
  id,
  name: `${['Ann', 'bea', 'Ånd', 'Cara'][id % 4]} ${id}`,
  plan: id % 3 === 0 ? 'complete' : 'draft',
  day: `2026-01-${String(1 + (id % 7)).padStart(2, '0')}`,
}));

const first = { filters: noFilters(residents), sort: residents.defaultSort, offset: 0, limit: 10 };

describe('a page of rows in memory', () => {
  it('shows every row once over its pages, in order, in either direction', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.constantFrom('created_at' as const, 'name' as const),
        fc.integer({ min: 1, max: 30 }),
        (direction, by, limit) => {
          const seen: Row[] = [];
          for (let offset = 0; offset < rows.length; offset += limit)
            seen.push(...pageOfRows(rows, { ...first, sort: { by, direction }, offset, limit }, how).data);
          expect(seen.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
            rows.map(({ id }) => id),
          );
          const days = seen.map(({ day }) => day);
          if (by === 'created_at')
            expect(days).toEqual(direction === 'asc' ? days.toSorted() : days.toSorted().toReversed());
        },
      ),
    );
  });

  it('sorts numbers by their size, and keeps the order of equal rows', () => {
    const numbers = [
      { id: 1, of: 10 },
      { id: 2, of: -5 },
      { id: 3, of: 10 },
      { id: 4, of: -10 },
    ];
    const ids = (direction: 'asc' | 'desc', key: 'of' | 'none') =>
      pageOfRows(
        numbers,
        { ...first, sort: { by: 'name', direction } },
        {
          filters: { search: () => true, plan: () => true, invited: () => true },
          sorts: { created_at: () => 0, name: (row) => (key === 'of' ? row.of : 0) },
        },
      ).data.map(({ id }) => id);
    expect(ids('asc', 'of')).toEqual([4, 2, 1, 3]);
    expect(ids('desc', 'of')).toEqual([1, 3, 2, 4]);
    expect(ids('asc', 'none')).toEqual([1, 2, 3, 4]);
    expect(ids('desc', 'none')).toEqual([1, 2, 3, 4]);
  });

  it('counts the matches, and returns only these', () => {
    const filters = { search: 'Ann', plan: 'complete' as const, invited: { from: '2026-01-02', to: null } };
    const { count, isExact, data } = pageOfRows(rows, { ...first, filters, limit: 1 }, how);
    const matching = rows.filter(
      ({ name, plan, day }) => name.includes('Ann') && plan === 'complete' && day >= '2026-01-02',
    );
    expect([count, isExact, data.length]).toEqual([matching.length, true, 1]);
    expect(matching.length).toBeGreaterThan(1);
  });

  it('has no rows after the end, and still counts', () => {
    expect(pageOfRows(rows, { ...first, offset: 30 }, how)).toEqual({ count: 25, isExact: true, data: [] });
  });
});
