import {
  execute,
  getArgumentValues,
  getVariableValues,
  Kind,
  locatedError,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { planOf, type Plan, type PlannedField, type PlannedType } from './plan.ts';

export type Call = {
  schema: GraphQLSchema;
  document: DocumentNode;
  /** The operation of the document that is called. */
  operation: OperationDefinitionNode;
  contextValue: unknown;
  variableValues: Readonly<Record<string, unknown>> | undefined;
};

/** Where a value stands in the answer, from the value up to the root. */
type Path = GraphQLResolveInfo['path'];

/** One call under way. */
type Run = {
  readonly context: unknown;
  readonly variables: Record<string, unknown>;
  readonly info: Pick<
    GraphQLResolveInfo,
    'schema' | 'fragments' | 'rootValue' | 'operation' | 'variableValues'
  >;
  readonly errors: GraphQLError[];
  /** Where errors made null of a value; undefined for the whole answer. What comes later from inside it is not told. */
  readonly nulled: Set<Path | undefined>;
};

const plans = new WeakMap<OperationDefinitionNode, Plan | null>();

/**
 * Executes an operation of a checked document as the library's `execute` does. For a read it keeps with the document what is the same at
 * each call, which the library finds out again for every field of every row: that took a quarter of a page of a list. A plan is
 * data, and nothing of a document is made into code (decision 14).
 */
export function executeChecked(call: Call): ExecutionResult | Promise<ExecutionResult> {
  const { schema, document, operation, contextValue, variableValues } = call;
  let plan = plans.get(operation);
  if (plan === undefined) plans.set(operation, (plan = planOf(schema, document, operation)));
  const operationName = operation.name?.value;
  if (!plan) return execute({ schema, document, contextValue, variableValues, operationName });
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {}, {
    maxErrors: 50,
  });
  if (coerced.errors) return { errors: coerced.errors };
  const variables = coerced.coerced;
  const fragments = fragmentsOf(document);
  const info = { schema, fragments, rootValue: undefined, operation, variableValues: variables };
  const run: Run = { context: contextValue, variables, info, errors: [], nulled: new Set() };
  try {
    const data = executeFields(run, plan.fields, undefined, undefined);
    if (!isPromise(data)) return answerOf(run, data);
    return data.then(
      (found) => answerOf(run, found),
      (error: GraphQLError) => failed(run, error),
    );
  } catch (error) {
    return failed(run, error as GraphQLError);
  }
}

function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const found: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const each of definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) found[each.name.value] = each;
  return found;
}

const answerOf = ({ errors }: Run, data: Answer | null): ExecutionResult =>
  errors.length === 0 ? { data } : { errors, data };

function failed(run: Run, error: GraphQLError): ExecutionResult {
  tell(run, error, undefined);
  return answerOf(run, null);
}

/** Tells an error, unless the place where it happened is null for an earlier one. */
function tell({ errors, nulled }: Run, error: GraphQLError, at: Path | undefined): void {
  for (let path = at; path !== undefined; path = path.prev) if (nulled.has(path)) return;
  if (nulled.has(undefined)) return;
  nulled.add(at);
  errors.push(error);
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** What an error leaves of a value: null where that may stand. @throws GraphQLError where it may not, for the value around it */
function without(run: Run, raw: unknown, { nodes }: PlannedField, type: PlannedType, path: Path): null {
  const error = locatedError(raw, nodes, keysOf(path));
  if (!type.nullable) throw error;
  tell(run, error, path);
  return null;
}

function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at; at = at.prev) keys.push(at.key);
  return keys.toReversed();
}

type Answer = Record<string, unknown>;

function executeFields(
  run: Run,
  fields: readonly PlannedField[],
  source: unknown,
  at: Path | undefined,
): Answer | Promise<Answer> {
  const answer: Answer = {};
  let waiting: string[] | null = null;
  try {
    for (const field of fields) {
      const plain = plainValue(field, source);
      const value = plain === undefined ? executeField(run, field, source, at) : plain;
      answer[field.key] = value;
      if (plain === undefined && isPromise(value)) (waiting ??= []).push(field.key);
    }
  } catch (error) {
    if (!waiting) throw error;
    // What the others still do is waited for, and may fail too.
    return settled(answer, waiting).finally(() => {
      throw error;
    });
  }
  return waiting ? settled(answer, waiting) : answer;
}

async function settled(answer: Answer, waiting: readonly string[]): Promise<Answer> {
  const values = await Promise.all(waiting.map((key) => answer[key]));
  for (const [index, key] of waiting.entries()) answer[key] = values[index];
  return answer;
}

/** A text, a truth, an instant or nothing, as most fields of rows are; undefined for all that needs more than writing it down. */
function plainValue({ type, field, name }: PlannedField, source: unknown): unknown {
  if (type.kind !== 'leaf' || !field || field.resolve || source === null || typeof source !== 'object')
    return undefined;
  const value = (source as Answer)[name];
  if (value === null) return type.nullable ? null : undefined;
  if (typeof value !== 'string' && typeof value !== 'boolean' && !(value instanceof Date)) return undefined;
  try {
    return type.type.serialize(value) ?? undefined;
  } catch {
    // It is written once more where errors are told.
    return undefined;
  }
}

function executeField(run: Run, field: PlannedField, source: unknown, at: Path | undefined): unknown {
  const { type } = field;
  let path: Path | undefined;
  const here = (): Path => (path ??= { prev: at, key: field.key, typename: field.parent.name });
  try {
    const value = resolved(run, field, source, here);
    // Most fields are this: a text, a number, or nothing.
    if (type.kind === 'leaf' && !isPromise(value)) return leafOf(field, type, value);
    const completed = isPromise(value)
      ? value.then((found) => complete(run, field, type, found, here()))
      : complete(run, field, type, value, here());
    if (!isPromise(completed)) return completed;
    return completed.then(undefined, (raw: unknown) => without(run, raw, field, type, here()));
  } catch (raw) {
    return without(run, raw, field, type, here());
  }
}

/** What a field gives before it is fitted to its type: the property of its name, unless it has a function of its own. */
function resolved(run: Run, planned: PlannedField, source: unknown, here: () => Path): unknown {
  const { field, name, parent, nodes } = planned;
  if (!field) return parent.name;
  const hasOwn = (source !== null && typeof source === 'object') || typeof source === 'function';
  const own = hasOwn ? (source as Answer)[name] : undefined;
  if (!field.resolve && typeof own !== 'function') return own;
  const args = field.args.length === 0 ? {} : getArgumentValues(field, nodes[0], run.variables);
  const at = {
    ...{ fieldName: name, fieldNodes: nodes, returnType: field.type, parentType: parent, path: here() },
    ...run.info,
  };
  return field.resolve
    ? field.resolve(source, args, run.context, at)
    : (source as Record<string, (...given: unknown[]) => unknown>)[name]!(args, run.context, at);
}

const notNull = ({ parent, name }: PlannedField) =>
  new Error(`Cannot return null for non-nullable field ${parent.name}.${name}.`);

type LeafType = Extract<PlannedType, { kind: 'leaf' }>;

function leafOf(field: PlannedField, { nullable, type }: LeafType, value: unknown): unknown {
  if (value instanceof Error) throw value;
  if (value === null || value === undefined) {
    if (nullable) return null;
    throw notNull(field);
  }
  const written: unknown = type.serialize(value);
  if (written === null || written === undefined)
    throw new Error(`${type.name} of ${field.parent.name}.${field.name} is written as nothing.`);
  return written;
}

/** Fits a value to a type. @throws what is wrong with it */
function complete(run: Run, field: PlannedField, type: PlannedType, value: unknown, path: Path): unknown {
  if (type.kind === 'leaf') return leafOf(field, type, value);
  if (value instanceof Error) throw value;
  if (value === null || value === undefined) {
    if (type.nullable) return null;
    throw notNull(field);
  }
  return type.kind === 'object'
    ? executeFields(run, type.fields, value, path)
    : completeList(run, field, type.of, value, path);
}

function completeList(
  run: Run,
  field: PlannedField,
  type: PlannedType,
  value: unknown,
  path: Path,
): unknown[] | Promise<unknown[]> {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value))
    throw new Error(
      `Expected Iterable, but did not find one for field "${field.parent.name}.${field.name}".`,
    );
  const waiting: Promise<unknown>[] = [];
  const rowOf = (item: unknown, index: number): unknown => {
    const at: Path = { prev: path, key: index, typename: undefined };
    try {
      const completed = isPromise(item)
        ? item.then((found) => complete(run, field, type, found, at))
        : complete(run, field, type, item, at);
      if (!isPromise(completed)) return completed;
      const row = completed.then(undefined, (raw: unknown) => without(run, raw, field, type, at));
      waiting.push(row);
      return row;
    } catch (raw) {
      return without(run, raw, field, type, at);
    }
  };
  try {
    const rows = Array.from(value as Iterable<unknown>, rowOf);
    return waiting.length > 0 ? Promise.all(rows) : rows;
  } catch (error) {
    // Nothing is left of the list, and no process ends because of what its other rows come to.
    for (const row of waiting) row.catch(() => {});
    throw error;
  }
}
