import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineList, isFiltered, noFilters, type Direction } from './list.ts';
import { customerList } from './definitions/customers.ts';
import { residents } from './list.fixture.ts';
import { listInput } from './list-input.ts';
import { argumentsOf, queryOf } from './query.ts';
import { changeRequest, readRequest, requestParameters, type ListRequest } from './request.ts';

type Request = ListRequest<typeof residents>;

const day = fc
  .date({ min: new Date('1915-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const word = fc
  .string({ minLength: 1, maxLength: 40 })
  .filter((each) => /^[\x21-\x7E]+$/.test(each) && each !== '%');

const request: fc.Arbitrary<Request> = fc
  .record({
    search: fc.array(word, { maxLength: 2 }).map((words) => words.join(' ')),
    plan: fc.constantFrom('complete' as const, 'draft' as const, null),
    ends: fc.tuple(fc.option(day), fc.option(day)),
    by: fc.constantFrom('created_at' as const, 'name' as const),
    direction: fc.constantFrom<Direction>('asc', 'desc'),
    page: fc.integer({ min: 1, max: 10_001 }),
  })
  .map(({ search, plan, ends: [from, to], by, direction, page }) => ({
    filters: {
      search,
      plan,
      invited: from !== null && to !== null && from > to ? { from: to, to: from } : { from, to },
    },
    sort: { by, direction },
    page,
  }));

const noise = fc.dictionary(
  fc.constantFrom(
    'search',
    'plan',
    'invited_from',
    'invited_to',
    'invited',
    'sort',
    'page',
    '__proto__',
    'x',
  ),
  fc.oneof(
    fc.string(),
    fc.constantFrom('1', '-1', '1e3', '999999', 'created_at_asc', 'draft', '2024-02-30'),
    fc.anything(),
  ),
);

/** Returns parameters as a browser passes them. */
const asAddress = (parameters: Record<string, string | undefined>) =>
  Object.fromEntries(
    new URLSearchParams(
      Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
  );

describe('the address of a list', () => {
  it('contains the complete request, and nothing else', () => {
    fc.assert(
      fc.property(request, (wanted) => {
        const address = asAddress(requestParameters(residents, wanted));
        expect(readRequest(residents, address)).toEqual(wanted);
      }),
    );
  });

  it('is empty for the first page in the default order', () => {
    const first = readRequest(residents, {});
    expect(first).toEqual({
      filters: { search: '', plan: null, invited: { from: null, to: null } },
      sort: { by: 'created_at', direction: 'desc' },
      page: 1,
    });
    expect(asAddress(requestParameters(residents, first))).toEqual({});
  });

  it('never fails: an invalid value counts as not given', () => {
    fc.assert(
      fc.property(noise, (parameters) => {
        const read = readRequest(residents, parameters);
        expect(listInput(residents).safeParse(argumentsOf(residents, read)).success).toBe(true);
        const again = asAddress(requestParameters(residents, read));
        expect(readRequest(residents, again)).toEqual(read);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['page', ['0', '-2', '1.5', '1e2', ' 2', 'two', '10002', '9999999']],
    ['sort', ['created_at', 'name_up', 'password_asc', 'NAME_asc', 'constructor']],
    ['plan', ['Complete', 'all', '', 'toString']],
    ['invited_from', ['2026-02-30', '01/02/2026', '2026-1-1', 'today']],
    ['search', ['a\u0000b', 'x'.repeat(101), '\u202Eabc', '   ']],
  ])('ignores an invalid %s', (name, values) => {
    for (const value of values)
      expect(readRequest(residents, { [name]: value })).toEqual(readRequest(residents, {}));
  });

  it.each([
    ['plan', 'all'],
    ['search', '%'],
    ['search', ' % '],
  ])('shows everything for the %s "%s" [CTABLE-12, API-46, S-47]', (name, value) => {
    expect(readRequest(residents, { [name]: value })).toEqual(readRequest(residents, {}));
  });

  it('sorts the ends of a range of days', () => {
    const { filters } = readRequest(residents, { invited_from: '2026-05-02', invited_to: '2026-05-01' });
    expect(filters.invited).toEqual({ from: '2026-05-01', to: '2026-05-02' });
  });

  it('goes back to the first page after a change of filters or order [CTABLE-19]', () => {
    fc.assert(
      fc.property(request, (before) => {
        const narrowed = changeRequest(before, { filters: { plan: 'draft' } });
        expect(narrowed).toEqual({ ...before, filters: { ...before.filters, plan: 'draft' }, page: 1 });
        const sort = { by: 'name', direction: 'asc' } as const;
        expect(changeRequest(before, { sort })).toEqual({ ...before, sort, page: 1 });
      }),
    );
  });

  it('determines whether a list is filtered', () => {
    expect(isFiltered(noFilters(residents))).toBe(false);
    expect(isFiltered({ ...noFilters(residents), search: 'ann' })).toBe(true);
    expect(isFiltered({ ...noFilters(residents), plan: 'draft' })).toBe(true);
    expect(isFiltered({ ...noFilters(residents), invited: { from: null, to: '2026-01-01' } })).toBe(true);
  });
});

describe('the call for a part of a list', () => {
  it('requests what is in the address, ten rows at a time [CTABLE-14]', () => {
    fc.assert(
      fc.property(request, (wanted) => {
        const sent = listInput(residents).parse(argumentsOf(residents, wanted));
        expect(queryOf(residents, sent)).toEqual({
          filters: wanted.filters,
          sort: wanted.sort,
          offset: (wanted.page - 1) * 10,
          limit: 10,
        });
      }),
    );
  });

  it('is the first page in the default order without arguments', () => {
    expect(queryOf(residents, {})).toEqual({
      filters: noFilters(residents),
      sort: residents.defaultSort,
      offset: 0,
      limit: 10,
    });
  });

  it.each([
    { limit: 51 },
    { limit: 0 },
    { offset: -1 },
    { offset: 100_001 },
    { order_by: 'password_asc' },
    { plan: 'finished' },
    { invited_from: '2026-02-30' },
    { search: 'x'.repeat(101) },
    { provider_id: 'any' },
  ])('is refused with %o', (asked) => {
    expect(listInput(residents).safeParse(asked).success).toBe(false);
  });

  it('accepts "all" for a choice and for a reference, and filters nothing by it [CTABLE-12, CTABLE-13, S-47]', () => {
    const all = { view: 'all', status: 'all', provider_id: 'all', search: '%' };
    expect(queryOf(customerList, listInput(customerList).parse(all)).filters).toEqual(
      noFilters(customerList),
    );
  });

  it('has no order to choose if the list has only one', () => {
    const fixed = defineList({ name: 'fixed', filters: {}, defaultSort: { by: 'at', direction: 'desc' } });
    expect(argumentsOf(fixed, readRequest(fixed, { page: '3' }))).toEqual({ offset: 20, limit: 10 });
    expect(listInput(fixed).safeParse({ order_by: 'at_asc' }).success).toBe(false);
  });
});
