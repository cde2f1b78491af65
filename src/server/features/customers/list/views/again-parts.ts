import { sql, type RawBuilder } from 'kysely';
import type { CustomerSort } from '../../../../../domain/lists/definitions/customers/customer-columns.ts';
import type { Tx } from '../../../../pipeline/context.ts';
import {
  isBackFromHospital,
  isOldPlan,
  isRowBackFromHospital,
  yearBefore,
  type At,
} from '../../customer-sql.ts';
import type { CustomerScope } from '../places.ts';

/** Number of stays in hospital up to which their customers are found before the list is read. */
const fewStays = 1_000;

const all = { people: 'all', providers: null } as CustomerScope;

/** True if more stays are due than can be found first. */
async function areStaysMany(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ stays: number }>`
    select count(*)::int as stays from (
      select 1 from hospital_stays where back_at is not null and looked_at is null limit ${sql.lit(fewStays + 1)}) due`.execute(
    tx,
  );
  return (rows[0]?.stays ?? 0) > fewStays;
}

/** Last row of a page up to which the rows of the order are checked one by one. */
const checkedRows = 100;

/** Latest return from hospital of a customer whose plan is due for review. */
const lastBack = sql`(select max(back_at) from hospital_stays where back_at is not null and looked_at is null)`;

/**
 * Returns the plans of all providers that are due for review, as conditions for a page that is merged from them. If many customers are back
 * from hospital,
 * the rows of a first page are checked along the order, because matches are frequent there: by the day of creation from the last day on which a
 * match can have been added. Otherwise the customers are found by their stays.
 */
export async function partsOfAgain(
  tx: Tx,
  { sort: { by }, offset, limit }: { sort: { by: CustomerSort }; offset: number; limit: number },
  at: At,
): Promise<RawBuilder<boolean>[]> {
  const isNew = sql<boolean>`customer_list.plan = 'complete' and not ${isOldPlan(at)}`;
  const old = by === 'created_at' ? addedBefore(isOldPlan(at), yearBefore(at)) : [isOldPlan(at)];
  if (offset + limit > checkedRows || !(await areStaysMany(tx)))
    return [...old, sql<boolean>`(${isNew} and ${isBackFromHospital(all)})`];
  const back = sql<boolean>`(${isNew} and ${isRowBackFromHospital})`;
  return [...old, ...(by === 'created_at' ? addedBefore(back, lastBack) : [back])];
}

/**
 * Returns a condition on plans in force since a moment or longer, as two conditions that have no row in common: customers who were added before
 * it, and the few later ones, whose plan is older than their account (migration 116).
 */
function addedBefore(condition: RawBuilder<boolean>, moment: RawBuilder<unknown>): RawBuilder<boolean>[] {
  return [
    sql<boolean>`(${condition} and customer_list.created_at <= ${moment})`,
    sql<boolean>`(${condition} and customer_list.created_at > ${moment}
      and customer_list.plan_since < customer_list.created_at)`,
  ];
}
