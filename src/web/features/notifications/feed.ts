import { readNotifications, type NotificationItem, type NotificationPage } from './notification-api.ts';

/** How many a page of the list has, and how long to wait before the next one (NOTIF-04, NOTIF-05). */
const usualSize = 10;
const usualDelayMs = 1_000;

/** `waiting` is the second before the next page, `end` when there is no more. */
export type FeedState = 'reading' | 'idle' | 'waiting' | 'failed' | 'end';
export type FeedView = { items: readonly NotificationItem[]; state: FeedState };

export type Feed = {
  view: () => FeedView;
  subscribe: (listener: () => void) => () => void;
  /** Reads the newest, unless `newest` is there already. Null when that could not be done, or was not needed. */
  refresh: (newest?: string | null) => Promise<NotificationPage | null>;
  /** Reads the next page after a second. */
  more: () => void;
  /** Shows at once that some were read, or that they could not be marked. */
  setRead: (ids: readonly string[], read: boolean) => void;
};

type FeedOptions = {
  size?: number;
  delayMs?: number;
  /** What was new stays so while it is shown, though it was marked read. */
  keepsNew?: boolean;
  read?: typeof readNotifications;
};

const newestFirst = (one: NotificationItem, next: NotificationItem) =>
  next.created_at.localeCompare(one.created_at) || next.id.localeCompare(one.id);

/** A list of notifications that grows at both ends: by pages, and by what comes new. Nothing is shown twice. */
export function createFeed({
  size = usualSize,
  delayMs = usualDelayMs,
  keepsNew = false,
  read = readNotifications,
}: FeedOptions = {}): Feed {
  let view: FeedView = { items: [], state: 'reading' };
  const listeners = new Set<() => void>();

  function show(next: Partial<FeedView>): void {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  }

  function merge(fresh: readonly NotificationItem[], isFirstPage: boolean): NotificationItem[] {
    const shown = new Map(view.items.map((item) => [item.id, item]));
    // After a long break what is shown may not reach up to what is new: then the list begins anew.
    const reaches = fresh.length < size || fresh.some(({ id }) => shown.has(id));
    const all = isFirstPage && !reaches ? new Map<string, NotificationItem>() : shown;
    for (const item of fresh) {
      const stays = keepsNew && shown.get(item.id)?.read === false;
      all.set(item.id, stays ? { ...item, read: false } : item);
    }
    return [...all.values()].sort(newestFirst);
  }

  async function readPart(offset: number, alone = false): Promise<NotificationPage | null> {
    const page = await read({ offset, limit: size }, { alone }).catch(() => null);
    if (!page) {
      // What comes by itself and fails is no trouble of the reader: it comes again.
      if (!alone || view.state === 'reading') show({ state: 'failed' });
      return null;
    }
    const { data, count } = page;
    const items = merge(data, offset === 0);
    const waits = view.state === 'waiting' && alone;
    show({ items, state: waits ? 'waiting' : items.length >= count || data.length === 0 ? 'end' : 'idle' });
    return page;
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async refresh(newest) {
      const [first] = view.items;
      if (first && (newest === undefined || newest === first.id)) return null;
      return readPart(0, first !== undefined);
    },
    more() {
      if (view.state !== 'idle' && view.state !== 'failed') return;
      show({ state: 'waiting' });
      setTimeout(() => void readPart(view.items.length), delayMs);
    },
    setRead(ids, isRead) {
      if (view.items.some((item) => item.read !== isRead && ids.includes(item.id)))
        show({ items: view.items.map((item) => (ids.includes(item.id) ? { ...item, read: isRead } : item)) });
    },
  };
}
