import * as z from 'zod/mini';
import { everything, longestSearch } from './filter-values.ts';
import { mostOffset, ordersOf, type ListDefinition } from './list.ts';
import type { ListArguments } from './query.ts';

const nullable = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

/** Returns the schema of an object's id, or of the value for all objects. */
const referenceInput = () => z.union([z.uuid(), z.literal(everything)]);

/** Returns the schema of an optional filter by the id of an object; parses to null if it filters nothing. */
export const optionalReference = () =>
  z.pipe(
    nullable(referenceInput()),
    z.transform((id) => (id === everything ? null : (id ?? null))),
  );

const filterSchemas = {
  text: () => z.string().check(z.maxLength(longestSearch)),
  choice: (values: readonly string[]) => z.enum([everything, ...values]),
  reference: referenceInput,
  days: () => z.iso.date(),
};

/**
 * Returns the schema of a call's arguments, with the `named` arguments that select the list's owner. Unlike an address, a call with
 * values that the list does not know is refused.
 */
export function listInput<List extends ListDefinition, Name extends string = never>(
  list: List,
  named?: Readonly<Record<Name, z.ZodMiniType<string>>>,
): z.ZodMiniType<ListArguments<List> & Record<Name, string>> {
  return z.strictObject({
    offset: nullable(z.int().check(z.gte(0), z.lte(mostOffset))),
    limit: nullable(z.int().check(z.gte(1), z.lte(list.largestPage))),
    ...filtersAndOrder(list),
    ...named,
  }) as unknown as z.ZodMiniType<ListArguments<List> & Record<Name, string>>;
}

/** Returns the schema of a call's arguments that reads every row: only the filters and the order. */
export const wholeListInput = <List extends ListDefinition>(
  list: List,
): z.ZodMiniType<Omit<ListArguments<List>, 'offset' | 'limit'>> =>
  z.strictObject(filtersAndOrder(list)) as unknown as z.ZodMiniType<
    Omit<ListArguments<List>, 'offset' | 'limit'>
  >;

function filtersAndOrder(list: ListDefinition) {
  const orders = [...ordersOf(list).keys()];
  const filters = Object.entries(list.filters).flatMap(([name, filter]) => {
    const schema =
      filter.kind === 'choice' ? filterSchemas.choice(filter.values) : filterSchemas[filter.kind]();
    const names = filter.kind === 'days' ? [`${name}_from`, `${name}_to`] : [name];
    return names.map((each) => [each, nullable(schema)] as const);
  });
  return {
    ...(orders.length > 0 && { order_by: nullable(z.enum(orders as [string, ...string[]])) }),
    ...Object.fromEntries(filters),
  };
}
