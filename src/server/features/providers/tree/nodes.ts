import { sql, type RawBuilder } from 'kysely';
import { can } from '../../../../domain/access/access.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { scopeOf, type Scope } from '../../../../domain/access/scope.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import { deepestLevel, tierOf, type ProviderTier } from '../../../../domain/providers/tiers.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Whether a provider's contact person has joined, was invited, or works in another system (GAP-91). */
export type ContactStatus = 'joined' | 'invited' | 'external';

/** A provider as the tree shows it (ENT-15, GAP-89). */
export type ProviderNode = {
  id: string;
  name: string;
  /** Null at the top of what the caller may see. */
  parent_id: string | null;
  /** From 1 at the top of the whole tree. */
  level: number;
  tier: ProviderTier;
  type: 'internal_provider' | 'external_provider';
  archived: boolean;
  /** Those right under it that can be shown. */
  sub_providers: number;
  /** Customers of it and of all under it, without archived ones. */
  customers: number;
  /** Those of them with a complete plan. */
  complete: number;
  contact: { id: string; first_name: string | null; last_name: string | null; status: ContactStatus } | null;
  trial_expiry_date: IsoDate | null;
  /** Whether a search found it. */
  hit: boolean;
  may_edit: boolean;
  may_manage: boolean;
  may_add: boolean;
};

/** A provider as `nodesOf` reads it. */
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

/** A provider's staff count none of archived providers, like in their list of customers (GAP-96). */
const counted = (scope: Scope) => (scope.people === 'all' ? sql`` : sql`and not archived`);

/** Each of `asked (id)` with all under it, found by the index of paths: `branch (top, id)`. */
const branches = (asked: RawBuilder<unknown>, scope: Scope) => sql`
  branch as materialized (
    select asked.id as top, below.id from ${asked}
    cross join lateral (select id from providers where path @> array[asked.id] ${counted(scope)}) below
  )`;

/** What is kept of each kind of customers of the providers of `branch`, and what changed since. */
const kept = (ids: RawBuilder<unknown>) => {
  const isWithin = sql`status <> 'archived' and provider_id = any(array(${ids}))`;
  return sql`(
    select provider_id, plan, customers from customer_counts where ${isWithin}
    union all
    select provider_id, plan, change from customer_count_changes where ${isWithin}
  ) kept`;
};

const sums = sql`sum(customers) as customers, sum(customers) filter (where plan = 'complete') as complete`;

/**
 * The customers of the providers of `asked (id)`, each with all under it: `figures (id, customers, complete)`. A small branch
 * costs little among many: it is found by an index, and its numbers by theirs.
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
 * The same for providers that stand beside each other, so that no customer counts twice: those of `asked`, or all right under one
 * provider and that one, whose branch has all of theirs and is read once.
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
  /** Where a statement has their ids, each once: something to select from by the name of `asked (id)`. */
  asked: RawBuilder<unknown>;
  scope: Scope;
  /** Counts archived ones among those right under each. */
  archived: boolean;
};

/** What selects providers as far as the caller sees them, beside the `figures` of their branches. */
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

/** The providers of these ids by name, as far as the caller sees them, each with the customers of its branch. */
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

/** A provider as callers get it. */
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
