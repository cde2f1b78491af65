import { useMemo } from 'react';
import { isTrialOver } from '../../../../domain/billing/trial.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { providerTiers } from '../../../../domain/providers/tiers.ts';
import { rootsAPage } from '../../../../domain/providers/tree-bounds.ts';
import type { TreeView } from '../../../../domain/providers/tree-view.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { oneOf } from '../../../api/one-of.ts';
import { useRead, type Read } from '../../../api/use-read.ts';

const ProviderTree = graphql(`
  query getProviderTree(
    $parent_id: ID
    $open: [ID!]
    $all: Boolean
    $archived: Boolean
    $search: String
    $offset: Int
  ) {
    getProviderTree(
      parent_id: $parent_id
      open: $open
      all: $all
      archived: $archived
      search: $search
      offset: $offset
    ) {
      count
      is_whole
      way {
        id
        name
      }
      parent {
        id
        name
        parent_id
        level
        tier
        type
        archived
        sub_providers
        customers
        complete
        may_edit
        may_manage
        may_add
        hit
        trial_expiry_date
        contact {
          id
          first_name
          last_name
          status
        }
      }
      data {
        id
        name
        parent_id
        level
        tier
        type
        archived
        sub_providers
        customers
        complete
        may_edit
        may_manage
        may_add
        hit
        trial_expiry_date
        contact {
          id
          first_name
          last_name
          status
        }
      }
    }
  }
`);

type Answer = ResultOf<typeof ProviderTree>['getProviderTree'];

const statuses = ['joined', 'invited', 'external'] as const;

const nodeOf = (node: Answer['data'][number]) => ({
  ...node,
  tier: oneOf(providerTiers, node.tier),
  onTrial: node.trial_expiry_date !== null && !isTrialOver(node.trial_expiry_date, melbourneDate(new Date())),
  contact: node.contact && { ...node.contact, status: oneOf(statuses, node.contact.status) },
});

/** A provider of the tree. */
export type ProviderNode = ReturnType<typeof nodeOf>;

/** Requested part of the tree: the open providers, the search, and the page. */
export type TreeAsk = Omit<TreeView, 'closed'> & { search: string; page: number };

/** A part of the tree, with its request. */
export type ShownTree = {
  ask: TreeAsk;
  count: number;
  isWhole: boolean;
  way: readonly { id: string; name: string }[];
  parent: ProviderNode | null;
  nodes: readonly ProviderNode[];
};

/** Reads a part of the tree. It is read again when the page is shown again, and after a provider was changed here. */
export function useProviderTree(ask: TreeAsk): Read<ShownTree> {
  const { under, open, archived, search, page } = ask;
  const read = useRead(
    ProviderTree,
    {
      parent_id: search === '' ? under : null,
      open: open === 'all' ? [] : [...open],
      all: open === 'all',
      ...{ archived, search },
      offset: (page - 1) * rootsAPage,
    },
    { refresh: true, types: ['ProviderNode', 'Provider', 'ProviderTree'] },
  );
  const answer = read.data?.getProviderTree;
  const data = useMemo(
    (): ShownTree | undefined =>
      answer && {
        ask: { under, open, archived, search, page },
        count: answer.count,
        isWhole: answer.is_whole,
        way: answer.way,
        parent: answer.parent && nodeOf(answer.parent),
        nodes: answer.data.map(nodeOf),
      },
    [answer, under, open, archived, search, page],
  );
  return { ...read, data };
}

const Totals = graphql(`
  query providersAggregate {
    providersAggregate {
      count
      roots
      customers
      complete
    }
  }
`);

/** Reads the number of root providers, and the number of all customers. */
export const useProviderTotals = (): Read<ResultOf<typeof Totals>> =>
  useRead(Totals, {}, { refresh: true, types: ['ProviderNode', 'Provider', 'ProviderTree'] });
