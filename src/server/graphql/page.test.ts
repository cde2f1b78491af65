import { graphql, printType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { residents } from '../../domain/lists/list.fixture.ts';
import { listInput } from '../../domain/lists/list-input.ts';
import { queryOf, type ListQuery } from '../../domain/lists/query.ts';
import { builder } from './builder.ts';
import { pageArgs, pageType } from './page.ts';

describe('the type of a page of a list', () => {
  let schema: ReturnType<typeof builder.toSchema>;
  let asked: ListQuery<typeof residents>;

  beforeAll(() => {
    const Resident = builder
      .objectRef<{ name: string }>('Resident')
      .implement({ fields: (t) => ({ name: t.exposeString('name') }) });
    const Residents = pageType('Residents', Resident);
    builder.queryFields((t) => ({
      residents: t.field({
        type: Residents,
        args: pageArgs(residents),
        resolve: (_, args) => {
          asked = queryOf(residents, listInput(residents).parse(args));
          return { count: 1_000, isExact: false, data: [{ name: 'Ann' }] };
        },
      }),
      all: t.field({ type: Residents, resolve: () => ({ count: 0, data: [] }) }),
    }));
    builder.mutationFields((t) => ({ nothing: t.boolean({ resolve: () => true }) }));
    schema = builder.toSchema();
  });

  it('has the arguments from the definition', () => {
    const query = printType(schema.getQueryType()!);
    for (const name of ['offset: Int', 'limit: Int', 'order_by: String', 'search: String', 'plan: String'])
      expect(query).toContain(name);
    expect(query).toContain('invited_from: String');
    expect(query).toContain('invited_to: String');
  });

  it('passes on the arguments, and returns rows, their number, and whether there are more', async () => {
    const source = `{
      residents(offset: 20, order_by: "name_asc", plan: "draft", invited_to: "2026-01-31") {
        count count_is_exact data { name }
      }
      all { count count_is_exact }
    }`;
    expect(await graphql({ schema, source })).toEqual({
      data: {
        residents: { count: 1_000, count_is_exact: false, data: [{ name: 'Ann' }] },
        all: { count: 0, count_is_exact: true },
      },
    });
    expect(asked).toEqual({
      filters: { search: '', plan: 'draft', invited: { from: null, to: '2026-01-31' } },
      sort: { by: 'name', direction: 'asc' },
      offset: 20,
      limit: 10,
    });
  });
});
