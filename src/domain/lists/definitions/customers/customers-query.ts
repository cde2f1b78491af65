import {
  customerColumns,
  customerFields,
  rowFields,
  type CustomerField,
  type CustomerFilter,
} from './customer-columns.ts';

// The text of the query is computed twice: as a value, and as a type from which gql.tada derives the types of variables and result.

type Selected<Field extends CustomerField> = (typeof customerFields)[Field] extends 'Integrations'
  ? `${Field} { type }`
  : Field;
type Selection<Read extends readonly unknown[]> = Read extends readonly [
  infer First extends CustomerField,
  ...infer Rest,
]
  ? `${Selected<First>} ${Selection<Rest>}`
  : '';
type SelectionOf<Of extends readonly unknown[]> = Of extends readonly [
  { reads: infer Read extends readonly CustomerField[] },
  ...infer Rest,
]
  ? `${Selection<Read>}${SelectionOf<Rest>}`
  : '';

type NamesOf<F> = F extends { kind: 'days'; name: infer Name extends string }
  ? [`${Name}_from`, `${Name}_to`]
  : F extends { name: infer Name extends string }
    ? [Name]
    : [];
type FilterNames<Of extends readonly unknown[]> = Of extends readonly [infer First, ...infer Rest]
  ? [...(First extends { filter: infer F } ? NamesOf<F> : []), ...FilterNames<Rest>]
  : [];
type Declared<Names> = Names extends [infer First extends string, ...infer Rest]
  ? `$${First}: String ${Declared<Rest>}`
  : '';
type Passed<Names> = Names extends [infer First extends string, ...infer Rest]
  ? `${First}: $${First} ${Passed<Rest>}`
  : '';
type Names = FilterNames<typeof customerColumns>;

type CustomersText =
  `query getCustomers(${Declared<Names>}$offset: Int $order_by: String) { getCustomers(${Passed<Names>}offset: $offset order_by: $order_by) { count count_is_exact total complete data { ${Selection<typeof rowFields>}${SelectionOf<typeof customerColumns>}} } }`;

const parametersOf = ({ kind, name }: CustomerFilter) =>
  kind === 'days' ? [`${name}_from`, `${name}_to`] : [name];
/** Names of the parameters of all filters of the list. */
export const customerParameters: readonly string[] = customerColumns.flatMap((column) =>
  'filter' in column ? parametersOf(column.filter) : [],
);
const joined = (parts: readonly string[]) => parts.map((part) => `${part} `).join('');
const selected = [
  ...rowFields,
  ...customerColumns.flatMap(({ reads }): readonly CustomerField[] => reads),
].map((field) => (customerFields[field] === 'Integrations' ? `${field} { type }` : field));

/** Query of the web client for a page of the customer list, with the counts. */
export const customersText =
  `query getCustomers(${joined(customerParameters.map((name) => `$${name}: String`))}$offset: Int $order_by: String) { getCustomers(${joined(customerParameters.map((name) => `${name}: $${name}`))}offset: $offset order_by: $order_by) { count count_is_exact total complete data { ${joined(selected)}} } }` as CustomersText;
