import {
  getNamedType,
  GraphQLError,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';

/** The cost of a field. The cost of everything inside a list is multiplied by the maximum number of its rows. */
const costs = { leaf: 1, object: 2, json: 10 } as const;

/** Assumed rows of a list without a limit, and of a page without a size argument. */
const usualRows = 10;

/** Assumed rows of a page whose size is a variable: the document is checked before its variables are known. */
const mostRows = 50;

/** A field that returns more rows than its `limit` argument if one of these arguments is given. */
type MoreRows = {
  askedBy: readonly string[];
  most: number;
  /** Maximum cost of all these rows, whatever is selected: for rows of plain columns that one statement reads. */
  costAtMost: number;
};

/** Marks a field that can return more rows, for its cost. */
export const moreRows = (more: MoreRows) => ({ moreRows: more });

/** True if an argument is given. The value of a variable is not known yet. */
function isGiven(node: FieldNode, argument: string): boolean {
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value;
  if (value === undefined || value.kind === Kind.NULL) return false;
  if (value.kind === Kind.BOOLEAN || value.kind === Kind.STRING) return Boolean(value.value);
  return value.kind !== Kind.LIST || value.values.length > 0;
}

const isList = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

function rowsAskedFor(node: FieldNode): number {
  const asked = node.arguments?.find(({ name }) => name.value === 'limit')?.value;
  if (asked === undefined || asked.kind === Kind.NULL) return usualRows;
  return asked.kind === Kind.INT ? Math.max(1, Number(asked.value)) : mostRows;
}

/** Creates the rule that refuses operations with a cost above `most`, including the sizes of their lists (security 27). */
export const costRule =
  (most: number): ValidationRule =>
  (context) => {
    const known = new Map<string, number>();
    const open = new Set<string>();

    function costOfFragment(
      { name, typeCondition, selectionSet }: FragmentDefinitionNode,
      rows: number,
    ): number {
      const key = `${rows} ${name.value}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      // Another rule refuses cycles.
      if (open.has(key)) return 0;
      open.add(key);
      const cost = costOf(selectionSet, context.getSchema().getType(typeCondition.name.value), rows);
      open.delete(key);
      known.set(key, cost);
      return cost;
    }

    /** Returns the cost of the fields selected from an object, if lists without a limit of their own have `rows` rows. */
    function costOf({ selections }: SelectionSetNode, type: unknown, rows: number): number {
      let cost = 0;
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) cost += costOfField(selection, type, rows);
        else if (selection.kind === Kind.INLINE_FRAGMENT) cost += costOf(selection.selectionSet, type, rows);
        else {
          const fragment = context.getFragment(selection.name.value);
          if (fragment) cost += costOfFragment(fragment, rows);
        }
        // The sum stops early once it is above the limit.
        if (cost > most) return Infinity;
      }
      return cost;
    }

    function costOfField(node: FieldNode, parent: unknown, rows: number): number {
      const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
      const { selectionSet } = node;
      if (!field) return selectionSet ? costs.object + costOf(selectionSet, undefined, rows) : costs.leaf;
      const type = getNamedType(field.type);
      const isPage = field.args.some(({ name }) => name === 'limit');
      const inside = isPage ? rowsAskedFor(node) : rows;
      const times = isList(field.type) ? inside : 1;
      if (!selectionSet) return times * (type.name === 'JSON' ? costs.json : costs.leaf);
      const more = field.extensions['moreRows'] as MoreRows | undefined;
      if (more?.askedBy.some((argument) => isGiven(node, argument)))
        return costs.object + Math.min(costOf(selectionSet, type, more.most), more.costAtMost);
      return costs.object + times * costOf(selectionSet, type, inside);
    }

    return {
      OperationDefinition(node) {
        const root = context.getSchema().getRootType(node.operation);
        if (costOf(node.selectionSet, root, usualRows) > most)
          context.reportError(new GraphQLError('The operation costs too much', { nodes: [node] }));
      },
    };
  };
