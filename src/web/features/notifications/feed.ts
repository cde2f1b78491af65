import { notificationList } from '../../../domain/lists/definitions/notifications.ts';
import { readNotifications, type NotificationItem, type NotificationPage } from './notification-api.ts';

/** Delay before the next page, in milliseconds (NOTIF-05). */
const usualDelayMs = 1_000;

/** Maximum number of pages read at once, if an address leads far down the list. */
const mostPages = 50;

/** `waiting` is the second before the next page; `end` means that there are no more. */
export type FeedState = 'reading' | 'idle' | 'waiting' | 'failed' | 'end';
/** `pages` is the number of pages shown. */
export type FeedView = { items: readonly NotificationItem[]; state: FeedState; pages: number };

export type Feed = {
  view: () => FeedView;
  subscribe: (listener: () => void) => () => void;
  /** Reads the newest notifications, unless `newest` is already shown. Returns null if that failed, or was not needed. */
  refresh: (newest?: string | null) => Promise<NotificationPage | null>;
  /** Reads the next page after a second. */
  more: () => void;
  /** Shows notifications as read immediately, or as unread after marking failed. */
  setRead: (ids: readonly string[], read: boolean) => void;
};

type FeedOptions = {
  /** Number of notifications on a page (NOTIF-04). */
  size?: number;
  /** Number of pages to begin with. */
  pages?: number;
  delayMs?: number;
  /** Keeps new notifications marked as new while they are shown, even after they were marked as read. */
  keepsNew?: boolean;
  read?: typeof readNotifications;
};

const newestFirst = (one: NotificationItem, next: NotificationItem) =>
  next.created_at.localeCompare(one.created_at) || next.id.localeCompare(one.id);

type Part = {
  fresh: readonly NotificationItem[];
  /** Number of notifications that were requested. */
  limit: number;
  isFirstPage: boolean;
  keepsNew: boolean;
};

/** Returns the shown notifications with a part that was read, newest first. */
function merged(
  items: readonly NotificationItem[],
  { fresh, limit, isFirstPage, keepsNew }: Part,
): NotificationItem[] {
  const shown = new Map(items.map((item) => [item.id, item]));
  // After a long break the shown notifications may not connect to the new ones: then the list starts again.
  const reaches = fresh.length < limit || fresh.some(({ id }) => shown.has(id));
  const all = isFirstPage && !reaches ? new Map<string, NotificationItem>() : shown;
  for (const item of fresh) {
    const stays = keepsNew && shown.get(item.id)?.read === false;
    all.set(item.id, stays ? { ...item, read: false } : item);
  }
  return [...all.values()].sort(newestFirst);
}

/** Creates a list of notifications that grows at both ends: by pages, and by new notifications. Duplicates are removed. */
export function createFeed(options: FeedOptions = {}): Feed {
  const { size = notificationList.pageSize, pages = 1, delayMs = usualDelayMs } = options;
  const { keepsNew = false, read = readNotifications } = options;
  let view: FeedView = { items: [], state: 'reading', pages: 1 };
  let wanted = Math.min(pages, mostPages) * size;
  const listeners = new Set<() => void>();

  function show(next: Partial<FeedView>): void {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  }

  async function readPart(offset: number, alone = false): Promise<NotificationPage | null> {
    const limit = Math.min(Math.max(size, wanted - offset), notificationList.largestPage);
    const page = await read({ offset, limit }, { alone }).catch(() => null);
    if (!page) {
      // A failed background refresh is not shown to the reader: it is repeated later.
      if (!alone || view.state === 'reading') show({ state: 'failed' });
      return null;
    }
    const { data, count } = page;
    const items = merged(view.items, { fresh: data, limit, isFirstPage: offset === 0, keepsNew });
    const isAll = items.length >= count || data.length === 0;
    const reached = Math.max(1, Math.ceil(items.length / size));
    const waits = view.state === 'waiting' && alone;
    const goesOn = !isAll && items.length < wanted;
    show({
      items,
      state: waits ? 'waiting' : isAll ? 'end' : goesOn ? 'reading' : 'idle',
      pages: alone ? Math.min(view.pages, reached) : reached,
    });
    if (goesOn) return readPart(items.length);
    wanted = 0;
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
