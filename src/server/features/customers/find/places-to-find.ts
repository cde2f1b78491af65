import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Providers of the customers to find: the active ones, null for every customer, and the archived ones. */
export type Places = { scope: Scope; working: readonly string[] | null; archived: readonly string[] };

/** Returns the providers of a scope of staff; null if there are none. */
export async function placesToFind(tx: Tx, scope: Scope): Promise<Places | null> {
  if (scope.people !== 'all' && scope.people !== 'subtree') return null;
  const isAll = scope.people === 'all';
  const { rows } = await sql<{ id: string; archived: boolean }>`
    select id, archived from providers where ${isAll ? sql`archived` : providerInScope(scope)}`.execute(tx);
  const idsOf = (archived: boolean) => rows.filter((row) => row.archived === archived).map(({ id }) => id);
  const places = { scope, working: isAll ? null : idsOf(false), archived: idsOf(true) };
  return isAll || rows.length > 0 ? places : null;
}

const provider = sql`customer_list.provider_id`;

const oneOf = (ids: readonly string[]): RawBuilder<boolean> => {
  const [only] = ids;
  if (only === undefined) return sql<boolean>`false`;
  return ids.length === 1
    ? sql<boolean>`${provider} = ${only}::uuid`
    : sql<boolean>`${provider} = any(${[...ids]}::uuid[])`;
};

/** Returns the condition for the current customers, or for those who are set aside. */
export function placedIn({ working, archived }: Places, side: 'current' | 'aside'): RawBuilder<boolean> {
  const isActive = sql<boolean>`customer_list.status <> 'archived'`;
  const isElsewhere =
    archived.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`(${provider} is null or not ${oneOf(archived)})`;
  const inWorking = working === null ? isElsewhere : oneOf(working);
  if (side === 'current') return sql<boolean>`${inWorking} and ${isActive}`;
  const inScope = working === null ? sql<boolean>`true` : oneOf([...working, ...archived]);
  return sql<boolean>`${inScope} and (not (${isActive}) or ${oneOf(archived)})`;
}

/**
 * Returns the condition for those who are set aside in a form that no index answers, for searches by words: the planner would otherwise
 * gather all archived customers to combine them with the few who have the words.
 */
export function asidePlaced({ working, archived }: Places): RawBuilder<boolean> {
  const inScope = working === null ? sql<boolean>`true` : oneOf([...working, ...archived]);
  return sql<boolean>`${inScope} and (starts_with(customer_list.status, 'archived') or ${oneOf(archived)})`;
}

/** Returns the same conditions one by one, so that each can be read along its own index. */
export function placesOfSide(places: Places, side: 'current' | 'aside'): RawBuilder<boolean>[] {
  if (side === 'current') return [placedIn(places, side)];
  const placed = placedIn(places, side);
  const { archived } = places;
  return [
    sql<boolean>`${placed} and customer_list.status = 'archived'`,
    ...(archived.length > 0
      ? [sql<boolean>`${placed} and customer_list.status <> 'archived' and ${oneOf(archived)}`]
      : []),
  ];
}

/** Returns all providers of the places; null for every customer. */
export const providersOf = ({ working, archived }: Places): readonly string[] | null =>
  working === null ? null : [...working, ...archived];
