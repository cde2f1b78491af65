import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { ownHouse, providerInScope } from '../../db/lists/scope.ts';
import type { Tx } from '../../pipeline/context.ts';

/** The provider that a report is about, and whether the providers below it are left out. */
export type Asked = { provider_id: string | null; below: 'without' | null };

/** Providers of a report. `ids` is null if the report has all providers, and the customers without one. */
export type Places = { ids: readonly string[] | null };

/**
 * Returns the condition on the providers of a report: one provider in the scope with those below it. Null if the report has all providers. A
 * provider's staff see no archived providers (GAP-96). A provider outside the scope matches nothing.
 */
export function isPlace(
  scope: Scope,
  { provider_id, below }: Asked,
  table = 'providers',
): RawBuilder<boolean> | null {
  if (scope.people !== 'all' && scope.people !== 'subtree') return sql<boolean>`false`;
  const top = provider_id ?? (scope.people === 'subtree' ? scope.providerId : null);
  if (top === null) return null;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const conditions = [
    below === 'without'
      ? sql<boolean>`${column('id')} = ${top}::uuid`
      : sql<boolean>`${column('path')} @> array[${top}::uuid]`,
    scope.people === 'subtree' && sql<boolean>`not ${column('archived')}`,
    sql<boolean>`exists (
      select 1 from providers asked where asked.id = ${top}::uuid and ${providerInScope(scope, 'asked.path')})`,
  ].filter((condition) => condition !== false);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Loads the ids of the providers of a report. */
export async function findPlaces(tx: Tx, scope: Scope, asked: Asked): Promise<Places> {
  const condition = isPlace(scope, asked);
  if (condition === null) return { ids: null };
  const { rows } = await sql<{ id: string }>`select id from providers where ${condition}`.execute(tx);
  return { ids: rows.map(({ id }) => id) };
}

/**
 * Reads a report of the asked providers. Most providers have none below them: the report of the one provider is requested together with
 * the ids, and read again if there are others. `read` must change nothing.
 */
export async function ofAskedPlaces<Read>(
  tx: Tx,
  scope: Scope,
  asked: Asked,
  read: (places: Places) => Promise<Read>,
): Promise<Read> {
  const house = ownHouse(scope, asked.provider_id);
  const finding = findPlaces(tx, scope, asked);
  const guess = house === null ? null : read({ ids: [house] });
  guess?.catch(() => {});
  const places = await finding;
  const isRight = places.ids?.length === 1 && places.ids[0] === house;
  return guess && isRight ? guess : read(places);
}

/** Returns the condition that a column with a provider's id is of the report's providers. */
export function ofPlaces({ ids }: Places, column: string): RawBuilder<boolean> {
  if (ids === null) return sql<boolean>`true`;
  const [only] = ids;
  if (only === undefined) return sql<boolean>`false`;
  return ids.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${only}::uuid`
    : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`;
}
