import { mostOpen } from './tree-bounds.ts';

/** What of the tree someone has opened, as the address of the page says it. Search and page stand beside it. */
export type TreeView = {
  /** The provider whose branch is looked at by itself; null for the whole tree. */
  under: string | null;
  /** Whose sub-providers are shown, in the order in which they were opened. */
  open: readonly string[] | 'all';
  /** Those of them that are closed again, where all are open or a search opened them. */
  closed: readonly string[];
  archived: boolean;
};

/** The parameters of the address by name. */
export type TreeParameters = Record<'under' | 'open' | 'closed' | 'archived', string | undefined>;

const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
// A character that needs no encoding in an address.
const between = '.';

const idsOf = (text: unknown): string[] =>
  typeof text === 'string'
    ? [...new Set(text.split(between).filter((part) => anId.test(part)))].slice(0, mostOpen)
    : [];

/** Reads an address. What makes no sense counts as not given, so that an address that was cut never fails. */
export function readTreeView(parameters: Readonly<Record<string, unknown>>): TreeView {
  const { under, open, closed, archived } = parameters;
  return {
    under: typeof under === 'string' && anId.test(under) ? under : null,
    open: open === 'all' ? 'all' : idsOf(open),
    closed: idsOf(closed),
    archived: archived === 'yes',
  };
}

/** The parameters of the address that shows this; undefined for what is not set. */
export const treeParameters = ({ under, open, closed, archived }: TreeView): TreeParameters => ({
  under: under ?? undefined,
  open: open === 'all' ? 'all' : open.join(between) || undefined,
  closed: closed.join(between) || undefined,
  archived: archived ? 'yes' : undefined,
});

/** Opens a provider that is closed. More than fifty open ones are too many: the one that was opened first is closed again. */
function opened({ open, closed, ...view }: TreeView, id: string): TreeView {
  const rest = closed.filter((each) => each !== id);
  if (open === 'all' || rest.length < closed.length) return { ...view, open, closed: rest };
  return { ...view, open: [...open, id].slice(-mostOpen), closed };
}

/** Closes a provider that is open: because it was opened, or because all are or a search found something below it. */
function shut({ open, closed, ...view }: TreeView, id: string): TreeView {
  const isNamed = open !== 'all' && open.includes(id);
  const left = open === 'all' ? open : open.filter((each) => each !== id);
  return { ...view, open: left, closed: isNamed ? closed : [...closed, id].slice(-mostOpen) };
}

/** Opens what is closed and closes what is open. */
export const toggled = (view: TreeView, id: string, isOpen: boolean): TreeView =>
  isOpen ? shut(view, id) : opened(view, id);
