import type { ObjectFieldsShape, ObjectRef } from '@pothos/core';
import { filterParameterNames } from '../../domain/lists/filter-values.ts';
import { ordersOf, type ListDefinition } from '../../domain/lists/list.ts';
import { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** The result of an operation for a page of a list. A list that always counts all its rows omits `isExact`. */
type PageShape<Row> = { count: number; isExact?: boolean; data: Row[] };

/**
 * Creates the type of a page of a list, for any type of rows. `more` adds fields of the whole list. The operation reads
 * everything that the rows refer to in one statement, so fields need no loader.
 */
export function pageType<Row, Shape extends PageShape<Row> = PageShape<Row>>(
  name: string,
  row: ObjectRef<Types, Row>,
  more?: ObjectFieldsShape<Types, Shape>,
) {
  const ref = builder.objectRef<Shape>(name);
  ref.implement({
    fields: (t) => ({
      count: t.int({
        description: 'All of them, not only those in `data`.',
        resolve: ({ count }) => count,
      }),
      count_is_exact: t.boolean({
        description: 'False where there are more than `count`.',
        resolve: ({ isExact = true }) => isExact,
      }),
      data: t.field({ type: [row], resolve: ({ data }) => data }),
    }),
  });
  if (more) builder.objectFields(ref, more);
  return ref;
}

/** Returns the arguments of a page: offset and limit, an order if there are several, and the filters. */
export const pageArgs = (list: ListDefinition) =>
  builder.args((arg) => {
    const filters = filterParameterNames(list).map((name) => [name, arg.string()] as const);
    const orders = [...ordersOf(list).keys()];
    return {
      offset: arg.int(),
      limit: arg.int(),
      ...(orders.length > 0 && { order_by: arg.string({ description: orders.join(', ') }) }),
      ...Object.fromEntries(filters),
    };
  });
