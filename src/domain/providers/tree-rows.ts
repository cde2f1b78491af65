import type { TreeView } from './tree-view.ts';

/** Fields of a provider that decide the position of its row. */
type Node = { id: string; parent_id: string | null; sub_providers: number };

/** A row of the tree, with all that its place on the screen and its words for screen readers need. */
export type TreeRow<N extends Node> = {
  node: N;
  /** From 1 at the first level of what is shown. */
  depth: number;
  /** Which one it is among how many, those on other pages too. */
  place: { position: number; of: number };
  /** Null where there is nothing to open. */
  isOpen: boolean | null;
  /** The one at the top of a branch that is looked at by itself is always open. */
  isFixed: boolean;
  /** For each level above it but the first: whether a line goes on to a row below. */
  lines: readonly boolean[];
  /** The open ones whose rows end with this one and of which some are not shown, the innermost first. */
  ends: Ended<N>[];
};

/** An open provider with more under it than fits. `isEmpty`: nothing of it is there, as before it was read. */
export type Ended<N extends Node> = { node: N; depth: number; hidden: number; isEmpty: boolean };

type Shown<N extends Node> = {
  /** In the order of their names. */
  nodes: readonly N[];
  /** The top of the branch that is looked at by itself. */
  parent: N | null;
  view: Pick<TreeView, 'open' | 'closed'>;
  /** In a search, matches are shown below their parents, which are open. */
  isSearch: boolean;
  /** Where the page begins in the first level, and how many are on it in all. */
  offset: number;
  count: number;
};

/** Puts providers in the order of the tree, each right above those under it, as far as they are open. */
export function treeRows<N extends Node>({
  nodes,
  parent,
  view,
  isSearch,
  offset,
  count,
}: Shown<N>): TreeRow<N>[] {
  const known = new Set([...nodes.map(({ id }) => id), ...(parent ? [parent.id] : [])]);
  const below = Map.groupBy(nodes, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  );
  const rows: TreeRow<N>[] = [];

  function isOpen(node: N, children: number): boolean | null {
    if (node.id === parent?.id) return children > 0 || node.sub_providers > 0 ? true : null;
    if (node.sub_providers === 0 && children === 0) return null;
    if (view.closed.includes(node.id)) return false;
    return view.open === 'all' || view.open.includes(node.id) || (isSearch && children > 0);
  }

  function add(node: N, depth: number, place: TreeRow<N>['place'], lines: readonly boolean[]): void {
    const children = below.get(node.id) ?? [];
    const open = isOpen(node, children.length);
    const isFixed = node.id === parent?.id;
    const isPart = isSearch && view.open !== 'all' && !view.open.includes(node.id);
    const all = isPart ? children.length : Math.max(node.sub_providers, children.length);
    const hidden = open && !isFixed ? all - children.length : 0;
    rows.push({ node, depth, place, isOpen: open, isFixed, lines, ends: [] });
    if (!open) return;
    for (const [index, child] of children.entries()) {
      const goesOn = index < children.length - 1 || hidden > 0;
      const position = isFixed ? offset + index + 1 : index + 1;
      add(child, depth + 1, { position, of: isFixed ? Math.max(count, position) : all }, [...lines, goesOn]);
    }
    if (hidden > 0) rows.at(-1)?.ends.push({ node, depth, hidden, isEmpty: children.length === 0 });
  }

  if (parent) add(parent, 1, { position: 1, of: 1 }, []);
  const tops = below.get(null) ?? [];
  const first = isSearch ? 0 : offset;
  const of = isSearch ? tops.length : Math.max(count, offset + tops.length);
  // What a branch by itself holds besides is not shown: it belongs nowhere.
  if (!parent)
    for (const [index, top] of tops.entries()) add(top, 1, { position: first + index + 1, of }, []);
  return rows;
}
