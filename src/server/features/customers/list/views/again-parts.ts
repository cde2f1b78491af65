import { sql, type RawBuilder } from 'kysely';
import type { CustomerSort } from '../../../../../domain/lists/definitions/customers/customer-columns.ts';
import { isBackFromHospital, isOldPlan, yearBefore, type At } from '../../customer-sql.ts';

/**
 * Returns the plans due for review of all providers as conditions that have no row in common, for a page by the day of creation: each has an
 * index in this order, while the order of all customers begins with a year of those who have hardly any. Null for other orders, in which they are
 * frequent everywhere.
 */
export function partsOfAgain(by: CustomerSort, at: At): RawBuilder<boolean>[] | null {
  if (by !== 'created_at') return null;
  const year = yearBefore(at);
  const isOlder = sql<boolean>`customer_list.plan_since < customer_list.created_at`;
  const isLater = sql<boolean>`customer_list.created_at > ${year}`;
  return [
    sql<boolean>`((${isOldPlan(at)} or ${isBackFromHospital}) and customer_list.created_at <= ${year})`,
    // The few plans that are older than the account (migration 116).
    sql<boolean>`((${isOldPlan(at)} or ${isBackFromHospital}) and ${isLater} and ${isOlder} and customer_list.plan = 'complete')`,
    sql<boolean>`(customer_list.back_since is not null and ${isBackFromHospital} and ${isLater} and not ${isOlder})`,
  ];
}
