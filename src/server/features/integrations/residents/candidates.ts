import { sql } from 'kysely';
import { indexCustomers, foldName, type ComparedCustomer } from '../../../../domain/integrations/matching.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { linkableOf } from '../links/linkable.ts';
import { medicareSame, type ComparedRow } from './list-store.ts';

const mostCandidates = 20;

export type CandidateQuery = {
  integrationId: string;
  providerId: string;
  residentId: string;
  search: string;
};

/** The customers of a provider without a link, compared with a resident. */
const compared = ({ integrationId, providerId, residentId }: CandidateQuery) => sql`
  select users.id, users.first_name, users.last_name, users.dob as birth_date, ${medicareSame} as medicare_same,
    resident.first_name as resident_first, resident.last_name as resident_last,
    users.dob is not null and users.dob = resident.birth_date as is_same_day
  from integration_residents resident cross join users
  where resident.integration_id = ${integrationId}::uuid and resident.resident_id = ${residentId}
    and ${linkableOf(providerId)}
    and not exists (select 1 from integration_links where user_id = users.id and unlinked_at is null)`;

type Row = ComparedRow & { resident_first: string; resident_last: string; is_same_day: boolean };

const withoutResident = ({ id, first_name, last_name, birth_date, medicare_same }: Row): ComparedRow => ({
  ...{ id, first_name, last_name, birth_date, medicare_same },
});

/** Whether a customer has the same name as the resident, or the same card and birth date. */
function fits(row: Row): boolean {
  const customer: ComparedCustomer = {
    ...{ id: row.id, firstName: row.first_name, lastName: row.last_name, birthDate: row.birth_date },
    card: null,
  };
  const key = `${foldName(row.resident_first)} ${foldName(row.resident_last)}`;
  const isNamed = indexCustomers([customer]).byName.has(key);
  return isNamed || (row.medicare_same === true && row.is_same_day);
}

/**
 * Returns at most twenty customers without a link for a resident: those who match, or with a search those whose names contain the
 * words.
 */
export async function findCandidates(tx: Tx, query: CandidateQuery): Promise<ComparedRow[]> {
  const { search } = query;
  if (search !== '') {
    const { rows } = await sql<Row>`
      select * from (${compared(query)}) as candidates
      where strpos(lower(concat(first_name, ' ', last_name)), lower(${search})) > 0
        or strpos(lower(concat(last_name, first_name)), lower(${search})) > 0
      order by is_same_day desc, lower(last_name), lower(first_name), id limit ${mostCandidates}`.execute(tx);
    return rows.map(withoutResident);
  }
  // Names are folded by the domain, so the database only narrows them down.
  const { rows } = await sql<Row>`
    select * from (${compared(query)}) as candidates
    where is_same_day or lower(last_name) = lower(resident_last) or lower(first_name) = lower(resident_first)
    order by is_same_day desc, lower(last_name), lower(first_name), id limit 2000`.execute(tx);
  return rows.filter(fits).slice(0, mostCandidates).map(withoutResident);
}
