import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { medicareCard } from '../../../../domain/fields.ts';
import {
  indexCustomers,
  matchResident,
  type ComparedCustomer,
  type CustomerIndex,
  type Match,
} from '../../../../domain/integrations/matching.ts';
import type { Services } from '../../../pipeline/context.ts';
import type { CareResident } from '../../../ports/residential-care/port.ts';
import { linkableOf } from '../links/linkable.ts';
import { findTree } from './list-store.ts';

/** A resident with the result of the comparison, ready to be stored. */
export type MatchedResident = Omit<CareResident, 'medicareNumber'> & Match & { card: Buffer | null };

/** Providers whose customers one statement reads. */
const providersAtOnce = 50;

/** Loads the customers of a provider and of those below it who have no link. */
async function findUnlinked({ db }: Pick<Services, 'db'>, providerId: string): Promise<ComparedCustomer[]> {
  const tree = await findTree(db, providerId);
  const customers: ComparedCustomer[] = [];
  for (let from = 0; from < tree.length; from += providersAtOnce) {
    const ids = tree.slice(from, from + providersAtOnce);
    const rows = await db
      .selectFrom('users')
      .select(['id', 'first_name as firstName', 'last_name as lastName', 'dob as birthDate'])
      .select(sql<string | null>`encode(medicare_card, 'hex')`.as('card'))
      .where('users.provider_id', 'in', ids)
      .where(linkableOf(providerId))
      .where(
        sql<boolean>`not exists (select 1 from integration_links where user_id = users.id and unlinked_at is null)`,
      )
      .execute();
    for (const row of rows) customers.push(row);
  }
  return customers;
}

/** Compares residents with the customers of a provider who have no link, with pauses for other requests. */
export async function matchResidents(
  services: Pick<Services, 'db' | 'keyring'>,
  providerId: string,
  residents: readonly CareResident[],
): Promise<MatchedResident[]> {
  const index: CustomerIndex = indexCustomers(await findUnlinked(services, providerId));
  const matched: MatchedResident[] = [];
  for (const { medicareNumber, ...resident } of residents) {
    if (matched.length % 200 === 199) await nextTurn();
    const cards =
      medicareNumber === null
        ? []
        : services.keyring.blindIndexes('medicare-card', medicareCard(medicareNumber));
    const compared = { ...resident, cards: cards.map((card) => card.toString('hex')) };
    matched.push({ ...resident, ...matchResident(compared, index), card: cards[0] ?? null });
  }
  return matched;
}
