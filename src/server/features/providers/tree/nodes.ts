import { sql, type RawBuilder } from 'kysely';
import { can } from '../../../../domain/access/access.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { scopeOf, type Scope } from '../../../../domain/access/scope.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { deepestLevel, tierOf, type ProviderTier } from '../../../../domain/providers/tiers.ts';
import { customersCounted } from '../../../db/lists/customer-counts.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Whether a provider's contact person has joined, was invited, or works in another system (GAP-91). */
export type ContactStatus = 'joined' | 'invited' | 'external';

/** A provider as the tree shows it (ENT-15, GAP-89). */
export type ProviderNode = {
  id: string;
  name: string;
  /** Null at the top of the caller's tree. */
  parent_id: string | null;
  /** Counted from 1 at the top of the whole tree. */
  level: number;
  tier: ProviderTier;
  type: 'internal_provider' | 'external_provider';
  archived: boolean;
  /** Number of direct children that can be shown. */
  sub_providers: number;
  /** Customers of the provider and of all providers under it, without archived customers. */
  customers: number;
  /** Number of those with a complete plan. */
  complete: number;
  contact: { id: string; first_name: string | null; last_name: string | null; status: ContactStatus } | null;
  trial_expiry_date: IsoDate | null;
  /** Whether a search found it. */
  hit: boolean;
  may_edit: boolean;
  may_manage: boolean;
  may_add: boolean;
};

/** A row of `nodesOf`. */
export type FoundNode = {
  id: string;
  name: string;
  parent_id: string | null;
  provider_root_id: string | null;
  path: string[];
  type: ProviderNode['type'];
  archived: boolean;
  trial_expiry_date: IsoDate | null;
  contact_id: string | null;
  first_name: string | null;
  last_name: string | null;
  contact_status: ContactStatus | null;
  sub_providers: number;
  customers: number;
  complete: number;
};

/** A provider's staff do not count customers of archived providers, as in their list of customers (GAP-96). */
const counted = (scope: Scope) => (scope.people === 'all' ? sql`` : sql`and not archived`);

/** Selects each provider of `asked (id)` with all providers under it, by the index of paths: `branch (top, id)`. */
const branches = (asked: RawBuilder<unknown>, scope: Scope) => sql`
  branch as materialized (
    select asked.id as top, below.id from ${asked}
    cross join lateral (select id from providers where path @> array[asked.id] ${counted(scope)}) below
  )`;

/** Selects the stored counts of each kind of customers of the providers of `branch`, and the later changes. */
const kept = (ids: RawBuilder<unknown>) =>
  sql`${customersCounted(sql`status <> 'archived' and provider_id = any(array(${ids}))`)} kept`;

const sums = sql`sum(customers) as customers, sum(customers) filter (where plan = 'complete') as complete`;

/**
 * Counts the customers of each provider of `asked (id)` including all providers under it: `figures (id, customers, complete)`. A
 * small branch is fast among many, because the branch and its counts are found by indexes.
 */
export const figuresOf = (asked: RawBuilder<unknown>, scope: Scope): RawBuilder<unknown> => sql`
  ${branches(asked, scope)},
  counted as (
    select provider_id, ${sums} from ${kept(sql`select distinct id from branch`)} group by provider_id
  ),
  figures as (
    select branch.top as id, sum(counted.customers) as customers, sum(counted.complete) as complete
    from counted join branch on branch.id = counted.provider_id group by branch.top
  )`;

/**
 * Does the same for siblings, whose branches do not overlap, so that no customer counts twice: the providers of `asked`, or all
 * children of one provider together with that one, whose branch includes theirs and is read only once.
 */
export function figuresBeside(
  asked: RawBuilder<unknown>,
  parentId: string | null,
  scope: Scope,
): RawBuilder<unknown> {
  const summed = sql`select branch.top as id, ${sums}
    from ${kept(sql`select id from branch`)} join branch on branch.id = kept.provider_id group by branch.top`;
  if (parentId === null)
    return sql`
      ${branches(asked, scope)},
      figures as (${summed})`;
  const parent = sql`${parentId}::uuid`;
  return sql`
    branch as materialized (
      select path[(select cardinality(path) + 1 from providers where id = ${parent})] as top, id
      from providers where path @> array[${parent}] ${counted(scope)}
    ),
    counted as (${summed}),
    figures as (
      select * from counted union all select ${parent}, sum(customers), sum(complete) from counted
    )`;
}

type Asked = {
  /** Source of the ids, each once, which can be used as `asked (id)`. */
  asked: RawBuilder<unknown>;
  scope: Scope;
  /** Includes archived ones in the number of direct children. */
  archived: boolean;
};

/** Returns the query for providers that the caller can see, with the `figures` of their branches. */
export function nodesOf({ asked, scope, archived }: Asked): RawBuilder<unknown> {
  const isShown = archived ? sql`true` : sql`not child.archived`;
  return sql`
    select providers.id, providers.name, providers.parent_id, providers.provider_root_id, providers.path, providers.type,
      providers.archived, providers.trial_expiry_date, contact.id as contact_id, contact.first_name, contact.last_name,
      case when contact.cognito_sync_status = 'external-provider' then 'external'
        when contact.status = 'invited' then 'invited' else 'joined' end as contact_status,
      (select count(*)::int from providers child where child.parent_id = providers.id and ${isShown}) as sub_providers,
      coalesce(figures.customers, 0)::int as customers, coalesce(figures.complete, 0)::int as complete, providers.search
    from ${asked}
    join providers on providers.id = asked.id and ${providerInScope(scope, 'providers.path')}
    left join users contact on contact.id = providers.contact_id
    left join figures on figures.id = providers.id`;
}

/** Loads the providers with these ids by name, if the caller can see them, with the customers of their branches. */
export async function findNodes(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  { archived }: { archived: boolean },
): Promise<ProviderNode[]> {
  if (ids.length === 0) return [];
  const scope = scopeOf(actor);
  const asked = sql`unnest(${[...new Set(ids)]}::uuid[]) as asked (id)`;
  const nodes = nodesOf({ asked, scope, archived });
  const { rows } =
    await sql<FoundNode>`with ${figuresOf(asked, scope)} ${nodes} order by providers.search, providers.id`.execute(
      tx,
    );
  return rows.map((found) => nodeOf(actor, scope, found));
}

/** Converts a row to the node that callers get. */
export function nodeOf(actor: Actor, scope: Scope, found: FoundNode): ProviderNode {
  const { id, name, path, type, archived, sub_providers, customers, complete, trial_expiry_date } = found;
  const subject = { kind: 'provider', providerId: id, providerPath: path } as const;
  const isTop = scope.people === 'subtree' && scope.providerId === id;
  return {
    ...{ id, name, type, archived, sub_providers, customers, complete, trial_expiry_date },
    parent_id: isTop ? null : found.parent_id,
    hit: false,
    level: path.length,
    tier: tierOf({ parentId: found.parent_id, rootId: found.provider_root_id }),
    contact:
      found.contact_id === null
        ? null
        : {
            id: found.contact_id,
            first_name: found.first_name,
            last_name: found.last_name,
            status: found.contact_status ?? 'joined',
          },
    may_edit: !archived && can(actor, 'provider.update', subject) === 'allow',
    may_manage: can(actor, 'provider.manage', subject) === 'allow',
    may_add:
      !archived &&
      path.length < deepestLevel &&
      can(actor, 'provider.add', { kind: 'place', providerPath: path }) === 'allow',
  };
}
