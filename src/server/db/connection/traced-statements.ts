import { asLeaf, type Part, type Trace } from '../../ports/traces/port.ts';
import { personalTables } from '../personal/personal-columns.ts';

/** Wrappers of each statement and of waiting for a connection. Both start their work immediately. */
export type AroundStatements = {
  statement<Result>(sql: string, send: () => Promise<Result>): Promise<Result>;
  connection<Result>(take: () => Promise<Result>): Promise<Result>;
};

const tables: ReadonlySet<string> = new Set(Object.keys(personalTables));

/** Maximum number of cached statements: more than the product has, and a limit for those made at run time. */
const keptAtMost = 1_000;

const system = { 'db.system.name': 'postgresql' } as const;

const waiting: Part = { name: 'wait for a connection', kind: 'client', facts: system };

/** Operations that change rows, and the pattern that finds their table. */
const changes = [
  ['INSERT', /\binsert into\s+"?(\w+)"?/i],
  ['UPDATE', /\bupdate\s+"?(\w+)"?\s+(?:as\s+"?\w+"?\s+)?set\b/i],
  ['DELETE', /\bdelete from\s+"?(\w+)"?/i],
] as const;

/** Returns a statement without its parenthesised parts: the rest names the table of its rows. */
function outerPart(sql: string): string {
  let outer = sql;
  for (let before = ''; before !== outer;) {
    before = outer;
    outer = outer.replaceAll(/\([^()]*\)/g, ' ');
  }
  return outer;
}

const namesIn = (sql: string): string[] =>
  Array.from(sql.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi), ([, name = '']) => name);

/** Returns the operation of a statement and the names of its tables; null for statements without a span. */
function read(sql: string): { operation: string; names: readonly string[] } | null {
  const first = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? '';
  if (first === 'COMMIT' || first === 'ROLLBACK') return { operation: first, names: [] };
  for (const [operation, form] of changes) {
    const table = first === operation || first === 'WITH' ? form.exec(sql)?.[1] : undefined;
    if (table !== undefined) return { operation, names: [table] };
  }
  if (first !== 'SELECT' && first !== 'WITH') return null;
  return { operation: 'SELECT', names: [...namesIn(outerPart(sql)), ...namesIn(sql)] };
}

/**
 * Returns the span of a statement, with its operation and the first of our tables that it names; null for statements without a
 * span, such as `begin`, which is sent with the next statement. No other text is exported: it may contain a value.
 */
export function partOfStatement(sql: string): Part | null {
  const found = read(sql);
  if (!found) return null;
  const { operation } = found;
  const table = found.names.find((name) => tables.has(name));
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    facts: {
      ...system,
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  };
}

/** Returns wrappers that add a span for each statement of a traced request or job. */
export function tracedStatements(trace: Trace): AroundStatements {
  const parts = new Map<string, Part | null>();
  const partOf = (sql: string) => {
    let part = parts.get(sql);
    if (part !== undefined) return part;
    part = partOfStatement(sql);
    if (parts.size < keptAtMost) parts.set(sql, part);
    return part;
  };
  return {
    statement(sql, send) {
      const part = partOf(sql);
      return part ? asLeaf(trace, part, send) : send();
    },
    connection: (take) => asLeaf(trace, waiting, take),
  };
}
