import {
  PostgresQueryCompiler,
  type CompiledQuery,
  type QueryId,
  type RawBuilder,
  type RawNode,
  type RootOperationNode,
} from 'kysely';

const customConditions = new WeakSet<object>();
const unpreparedStatements = new WeakSet<CompiledQuery>();

/**
 * Returns the condition, marked as one for which a single plan for every value is bad, such as a pattern: a plan for frequent
 * words is a bad plan for a rare one. Statements that contain it are not prepared, so PostgreSQL plans them at each call, for
 * their values. Statements without such a condition are prepared.
 */
export function customPlan<Value>(condition: RawBuilder<Value>): RawBuilder<Value> {
  customConditions.add(condition.toOperationNode());
  return condition;
}

/** Returns the statement, marked as one that is not prepared. */
export function unprepared(statement: CompiledQuery): CompiledQuery {
  unpreparedStatements.add(statement);
  return statement;
}

/** Compiles statements, and finds those that contain a condition marked by `customPlan`. */
export class StatementCompiler extends PostgresQueryCompiler {
  #isCustom = false;

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#isCustom = false;
    const statement = super.compileQuery(node, queryId);
    return this.#isCustom ? unprepared(statement) : statement;
  }

  protected override visitRaw(node: RawNode): void {
    if (customConditions.has(node)) this.#isCustom = true;
    super.visitRaw(node);
  }
}

/** Maximum number of prepared statements kept; above the number in the product, as a bound for those built at run time. */
const preparedAtMost = 400;
const preparedNames = new Map<string, string>();

/**
 * Returns the name under which a statement is prepared; undefined if it is not. Named statements are prepared once for each
 * connection, and PostgreSQL then does not plan them again.
 */
export function preparedName(statement: CompiledQuery): string | undefined {
  if (unpreparedStatements.has(statement)) return undefined;
  const known = preparedNames.get(statement.sql);
  if (known !== undefined) return known;
  if (preparedNames.size >= preparedAtMost) return undefined;
  const name = `w${preparedNames.size}`;
  preparedNames.set(statement.sql, name);
  return name;
}
