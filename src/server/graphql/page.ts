import type { ObjectFieldsShape, ObjectRef } from '@pothos/core';
import { filterParameterNames } from '../../domain/lists/filter-values.ts';
import { ordersOf, type ListDefinition } from '../../domain/lists/list.ts';
import { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** What an operation answers for a part of a list. A list that always counts all its rows leaves `isExact` out. */
type PageShape<Row> = { count: number; isExact?: boolean; data: Row[] };

/**
 * The type of a part of a list, for any type of rows. `more` adds fields of the whole list. What the rows name is read by the
 * operation in one statement for all of them, so fields need no loader.
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

/** The arguments that ask for a part of a list: a window, an order where there are several, and its filters. */
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
