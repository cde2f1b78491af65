import { sql, type RawBuilder } from 'kysely';
import { halvesOf, nearPattern, type FindTerms } from '../../../../domain/customers/find/find-terms.ts';
import { planStateOf, type PlanState } from '../../../../domain/customers/plan-state.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { escaped } from '../../../db/lists/list-filters.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { ofProviders, type CustomerScope } from '../list/places.ts';
import { partCounts } from '../list/search/part-counts.ts';
import { partsToLookFor } from '../list/search/parts.ts';

/** Why a customer is not in the list of customers. */
export const setAsides = ['none', 'archived', 'archived_house', 'removing'] as const;
export type SetAside = (typeof setAsides)[number];

/** A customer as a search shows them. */
export type FoundResident = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  customer_id: string | null;
  provider_id: string | null;
  provider: string | null;
  birth_date: IsoDate | null;
  plan_state: PlanState;
  customer_status: AccountStatus;
  set_aside: SetAside;
};

/** A candidate with the text in which it was found. */
export type Candidate = FoundResident & { keys: string };

const keys = sql`find_keys(u.first_name, u.last_name, u.email, u.customer_id)`;

/** Uses the index whatever the text: the planner does not see it. */
const has = (pattern: string) => sql`${keys} ~~ (select ${pattern}::text)`;

const all = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` and `)})`;
const any = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** Words of fewer letters must begin a word. A Han character is a word. */
const wholeFrom = 3;

function hasWord(word: string, rare: (word: string) => readonly string[]): RawBuilder<unknown> {
  if (word.length < wholeFrom) return has(`% ${escaped(word)}%`);
  const parts = rare(word).map((part) => has(`%${escaped(part)}%`));
  return all([...parts, sql`strpos(${keys}, ${word}) > 0`]);
}

function isBorn(born: FindTerms['born']): RawBuilder<unknown> | null {
  if (born === null) return null;
  if ('on' in born) return sql`u.dob = ${born.on}::date`;
  return sql`u.dob between make_date(${born.inYear}, 1, 1) and make_date(${born.inYear}, 12, 31)`;
}

/** Condition of a word; a year may also be a part of a customer ID. */
function conditionOf(word: string, born: FindTerms['born'], rare: (word: string) => readonly string[]) {
  const isYear = born !== null && 'inYear' in born && word === String(born.inYear);
  const named = hasWord(word, rare);
  return isYear ? any([named, isBorn(born) ?? sql`false`]) : named;
}

/** Returns the condition of a search; with `forgiven`, that word may have one wrong letter. */
async function conditionsOf(tx: Tx, { words, born }: FindTerms, forgiven: string | null) {
  const countOf = await partCounts(tx, 'customer_list');
  const rare = (word: string) => partsToLookFor(word, 1, countOf);
  const conditions = words.map((word) => {
    if (word !== forgiven) return conditionOf(word, born, rare);
    const { begins, ends } = halvesOf(word);
    const halves = [
      ...begins.map((part) => has(`% ${escaped(part)}%`)),
      ...ends.map((part) => has(`%${escaped(part)} %`)),
    ];
    return all([any(halves), sql`${keys} ~ ${nearPattern(word)}`]);
  });
  const on = born !== null && 'on' in born ? isBorn(born) : null;
  return all(on ? [...conditions, on] : conditions);
}

type Row = Omit<FoundResident, 'plan_state'> & {
  keys: string;
  plan: 'none' | 'draft' | 'complete';
  locked: boolean;
  review: boolean;
};

export type FindQuery = {
  terms: FindTerms;
  within: CustomerScope;
  /** Customers of archived providers, or the others. */
  houses: 'working' | 'archived';
  forgiven: string | null;
  limit: number;
};

/** Returns customers who match within a scope, those who are not set aside first. */
export async function findCandidates(
  tx: Tx,
  { terms, within, houses, forgiven, limit }: FindQuery,
): Promise<Candidate[]> {
  const condition = await conditionsOf(tx, terms, forgiven);
  const { rows } = await sql<Row>`
    select c.user_id as id, u.first_name, u.last_name, u.customer_id, u.provider_id, p.name as provider, u.dob as birth_date,
      c.plan, c.locked, c.review, u.status as customer_status, ${keys} as keys,
      case when c.removal_on is not null then 'removing' when c.status = 'archived' then 'archived'
        when ${houses === 'archived'} then 'archived_house' else 'none' end as set_aside
    from users u
    join customer_list c on c.user_id = u.id
    left join providers p on p.id = u.provider_id
    where u.permission_role_id = 5 and ${ofProviders(within, 'u.provider_id')} and ${condition}
    order by c.status = 'archived' limit ${limit}`.execute(tx);
  return rows.map(({ plan, locked, review, ...row }) => ({
    ...row,
    plan_state: planStateOf(plan, { locked, review }),
  }));
}
