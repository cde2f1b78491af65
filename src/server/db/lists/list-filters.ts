import { sql, type RawBuilder } from 'kysely';
import { timeZone } from '../../../domain/fields.ts';
import type { Days } from '../../../domain/lists/list.ts';
import { customPlan } from '../connection/prepared-statements.ts';
import { columnOf, type Column } from './page.ts';

/** Escapes a word for a `like` pattern, so that it matches literally. */
const escaped = (word: string): string => word.replace(/[\\%_]/g, String.raw`\$&`);

/** True if the column contains the text. The column must be in lower case. The statement is planned for the text. */
export const containing = (column: Column, text: string): RawBuilder<boolean> =>
  customPlan(sql<boolean>`${columnOf(column)} like lower(${`%${escaped(text)}%`})`);

/**
 * Returns the same condition in a form for which PostgreSQL uses the index whatever the text. The planner does not see the text;
 * estimating a match from its word samples would take longer than the query. The statement is prepared.
 */
export const containingUnread = (column: Column, text: string): RawBuilder<boolean> =>
  sql<boolean>`${columnOf(column)} ~~ (select lower(${`%${escaped(text)}%`}))`;

/** True if the column contains each of the words. The column must be in lower case. */
export function hasWords(column: Column, words: string): RawBuilder<boolean> {
  const conditions = words.split(' ').map((word) => containing(column, word));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** True if an instant is on the days of a range in Melbourne, both ends included. */
export function onDays(column: string, { from, to }: Days): RawBuilder<boolean> {
  const zone = sql.lit(timeZone);
  const instant = sql.ref(column);
  const ends = [
    from !== null && sql`${instant} >= ${from}::date::timestamp at time zone ${zone}`,
    to !== null && sql`${instant} < (${to}::date + 1)::timestamp at time zone ${zone}`,
  ].filter((end) => end !== false);
  return sql<boolean>`(${sql.join(ends, sql` and `)})`;
}
