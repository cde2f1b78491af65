import {
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** What a value of a type becomes: a leaf that is written down, an object of which some fields are asked for, or a list of either. */
export type PlannedType = { readonly nullable: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'object'; readonly fields: readonly PlannedField[] }
  | { readonly kind: 'list'; readonly of: PlannedType }
);

/** A field of an answer, with all that is the same for each of its values. */
export type PlannedField = {
  /** Its name in the answer. */
  readonly key: string;
  readonly name: string;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown> | null;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly type: PlannedType;
};

/** How an operation is answered, found once for as often as its document comes. */
export type Plan = { readonly root: GraphQLObjectType; readonly fields: readonly PlannedField[] };

/** Fields of one plan at most, so that what is kept of a document is in proportion to it, however often it spreads its fragments. */
const mostFields = 300;

/** Says of a document that the library executes it. */
class NotPlanned extends Error {}

/** The plan of an operation of a checked document; null for those that the library executes: changes, and what rarely comes. */
export function planOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Plan | null {
  const root = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !root) return null;
  try {
    return { root, fields: fieldsOf(schema, document)(root, [operation.selectionSet]) };
  } catch (error) {
    if (error instanceof NotPlanned) return null;
    throw error;
  }
}

function fieldsOf(schema: GraphQLSchema, document: DocumentNode) {
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  let count = 0;

  /** Gathers the nodes of each field of an object by its name in the answer. */
  function collect(
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    found: Map<string, [FieldNode, ...FieldNode[]]>,
    spread: Set<string>,
  ): void {
    for (const selection of selections) {
      if (selection.directives && selection.directives.length > 0) throw new NotPlanned();
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = found.get(key);
        if (known) known.push(selection);
        else found.set(key, [selection]);
        continue;
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      if (isSpread && spread.has(selection.name.value)) continue;
      if (isSpread) spread.add(selection.name.value);
      const fragment = isSpread ? fragments.get(selection.name.value) : selection;
      const on = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
      if (!fragment || (on && on !== type)) throw new NotPlanned();
      collect(type, fragment.selectionSet, found, spread);
    }
  }

  function planFields(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): PlannedField[] {
    const found = new Map<string, [FieldNode, ...FieldNode[]]>();
    const spread = new Set<string>();
    for (const set of sets) collect(type, set, found, spread);
    return [...found].map(([key, nodes]) => {
      const name = nodes[0].name.value;
      const field = type.getFields()[name] ?? null;
      // A key of this name would be no field of the answer, but what the answer is made of.
      if ((count += 1) > mostFields || key === '__proto__') throw new NotPlanned();
      if (!field && name !== '__typename') throw new NotPlanned();
      const planned = field ? planType(field.type, nodes) : typename(schema);
      return { key, name, parent: type, field, nodes, type: planned };
    });
  }

  function planType(type: GraphQLOutputType, nodes: readonly FieldNode[]): PlannedType {
    const nullable = !isNonNullType(type);
    const inner = isNonNullType(type) ? type.ofType : type;
    if (isListType(inner)) return { nullable, kind: 'list', of: planType(inner.ofType, nodes) };
    if (isLeafType(inner)) return { nullable, kind: 'leaf', type: inner };
    if (!isObjectType(inner)) throw new NotPlanned();
    const sets = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
    return { nullable, kind: 'object', fields: planFields(inner, sets) };
  }

  return planFields;
}

function typename(schema: GraphQLSchema): PlannedType {
  const type = schema.getType('String');
  if (!isLeafType(type)) throw new NotPlanned();
  return { nullable: false, kind: 'leaf', type };
}
