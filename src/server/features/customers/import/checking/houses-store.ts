import { sql } from 'kysely';
import type { Actor } from '../../../../../domain/access/actors.ts';
import { can } from '../../../../../domain/access/access.ts';
import { houseNames, type HouseNames } from '../../../../../domain/customers/import/houses.ts';
import type { ImportHouses } from '../../../../db/tables/providers.ts';
import type { Tx } from '../../../../pipeline/context.ts';

/** Maximum number of houses that are read from one tree. */
const housesAtMost = 5_000;

/**
 * Loads the houses to which customers of a list can be added: the provider of the list and the houses under it. With `actor`,
 * leaves out houses to which that caller is not allowed to add customers.
 */
export async function findHouses(tx: Tx, providerId: string, actor: Actor | null): Promise<HouseNames> {
  const rows = await tx
    .selectFrom('providers')
    .select(['id', 'name', 'path', 'archived'])
    .where(sql<boolean>`path @> array[${providerId}::uuid]`)
    .orderBy('id')
    .limit(housesAtMost)
    .execute();
  return houseNames(
    rows.filter(({ id, path }) => {
      if (actor === null) return true;
      return (
        can(actor, 'customers.add', { kind: 'provider', providerId: id, providerPath: path }) === 'allow'
      );
    }),
  );
}

/** A house of a checked list with the number of its new customers. */
export type HouseTotal = { name: string; fresh: number };

/** Maximum number of houses that are shown with their totals. */
const totalsAtMost = 200;

/** Loads the names of houses, the one with the most new customers first. */
export async function findHouseTotals(tx: Tx, houses: ImportHouses | null): Promise<HouseTotal[]> {
  const ids = Object.keys(houses ?? {}).filter((id) => houses![id]! > 0);
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom('providers').select(['id', 'name']).where('id', 'in', ids).execute();
  return rows
    .map(({ id, name }) => ({ name, fresh: houses![id]! }))
    .toSorted((one, next) => next.fresh - one.fresh || one.name.localeCompare(next.name))
    .slice(0, totalsAtMost);
}
