import { mostOpen } from './tree-bounds.ts';

/** Open part of the tree, as in the address of the page. Search and page are separate. */
export type TreeView = {
  /** Provider whose branch is shown by itself; null for the whole tree. */
  under: string | null;
  /** Providers whose children are shown, in the order in which they were opened. */
  open: readonly string[] | 'all';
  /** Providers that are closed again, if all are open or a search opened them. */
  closed: readonly string[];
  archived: boolean;
};

/** Parameters of the address by name. */
export type TreeParameters = Record<'under' | 'open' | 'closed' | 'archived', string | undefined>;

const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
// A character that needs no encoding in an address.
const between = '.';

const idsOf = (text: unknown): string[] =>
  typeof text === 'string'
    ? [...new Set(text.split(between).filter((part) => anId.test(part)))].slice(0, mostOpen)
    : [];

/** Parses an address. Invalid values count as not given, so that an address that was cut never fails. */
export function readTreeView(parameters: Readonly<Record<string, unknown>>): TreeView {
  const { under, open, closed, archived } = parameters;
  return {
    under: typeof under === 'string' && anId.test(under) ? under : null,
    open: open === 'all' ? 'all' : idsOf(open),
    closed: idsOf(closed),
    archived: archived === 'yes',
  };
}

/** Returns the parameters of the address for a view; undefined for unset ones. */
export const treeParameters = ({ under, open, closed, archived }: TreeView): TreeParameters => ({
  under: under ?? undefined,
  open: open === 'all' ? 'all' : open.join(between) || undefined,
  closed: closed.join(between) || undefined,
  archived: archived ? 'yes' : undefined,
});

/** Opens a closed provider. Above fifty open ones, the one that was opened first is closed again. */
function opened({ open, closed, ...view }: TreeView, id: string): TreeView {
  const rest = closed.filter((each) => each !== id);
  if (open === 'all' || rest.length < closed.length) return { ...view, open, closed: rest };
  return { ...view, open: [...open, id].slice(-mostOpen), closed };
}

/** Closes an open provider: one that was opened, or that is open because all are or because a search found a match below it. */
function shut({ open, closed, ...view }: TreeView, id: string): TreeView {
  const isNamed = open !== 'all' && open.includes(id);
  const left = open === 'all' ? open : open.filter((each) => each !== id);
  return { ...view, open: left, closed: isNamed ? closed : [...closed, id].slice(-mostOpen) };
}

/** Opens a closed provider and closes an open one. */
export const toggled = (view: TreeView, id: string, isOpen: boolean): TreeView =>
  isOpen ? shut(view, id) : opened(view, id);
