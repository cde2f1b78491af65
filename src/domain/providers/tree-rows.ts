import type { TreeView } from './tree-view.ts';

/** Fields of a provider that decide the position of its row. */
type Node = { id: string; parent_id: string | null; sub_providers: number };

/** A row of the tree, with everything that its layout and its text for screen readers need. */
export type TreeRow<N extends Node> = {
  node: N;
  /** From 1 at the first shown level. */
  depth: number;
  /** Its position among all siblings, including those on other pages. */
  place: { position: number; of: number };
  /** Null if there is nothing to open. */
  isOpen: boolean | null;
  /** The top of a branch that is shown by itself is always open. */
  isFixed: boolean;
  /** For each ancestor level except the first: whether a line continues to a row below. */
  lines: readonly boolean[];
  /** Open providers whose rows end with this one and that have more children than shown, the innermost first. */
  ends: Ended<N>[];
};

/** An open provider with more children than fit. `isEmpty`: none of them is loaded. */
export type Ended<N extends Node> = { node: N; depth: number; hidden: number; isEmpty: boolean };

type Shown<N extends Node> = {
  /** In the order of their names. */
  nodes: readonly N[];
  /** Top of the branch that is shown by itself. */
  parent: N | null;
  view: Pick<TreeView, 'open' | 'closed'>;
  /** In a search, matches are shown below their parents, which are open. */
  isSearch: boolean;
  /** Index of the page's first row in the first level, and the total of that level. */
  offset: number;
  count: number;
};

/** Puts providers into the order of the tree, each directly above its children, as far as they are open. */
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
  // Other providers in the data of one branch are not shown: they have no place in it.
  if (!parent)
    for (const [index, top] of tops.entries()) add(top, 1, { position: first + index + 1, of }, []);
  return rows;
}
