import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { readNotifications, type NotificationItem } from './notification-api.ts';

/** How many a page has, and how long to wait before the next one (NOTIF-04, NOTIF-05). */
export const pageSize = 10;
export const delayMs = 1_000;

/** `waiting` is the second before the next page, `end` when there is no more. */
export type ListState = 'reading' | 'idle' | 'waiting' | 'failed' | 'end';

/** Puts what was just read into what is shown: newest first, nothing twice. */
export function merged(
  shown: readonly NotificationItem[],
  fresh: readonly NotificationItem[],
): NotificationItem[] {
  const all = new Map([...shown, ...fresh].map((item) => [item.id, item]));
  return [...all.values()].sort(
    (one, next) => next.created_at.localeCompare(one.created_at) || next.id.localeCompare(one.id),
  );
}

/**
 * The list of notifications, page after page. `newest` and `unread` are what the server last told: when they change, the first
 * page is read again.
 */
export function usePages(news: { newest: string | null; unread: number } | null) {
  const userId = useSession()?.id;
  const [items, setItems] = useState<readonly NotificationItem[]>([]);
  const [state, setState] = useState<ListState>('reading');
  const length = useRef(0);
  const alive = useRef(true);
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined);

  const read = useCallback(async (offset: number, alone: boolean) => {
    const reading = await readNotifications({ offset, limit: pageSize }, { alone });
    if (!alive.current) return;
    if (!reading.ok) return setState((before) => (alone && before !== 'reading' ? before : 'failed'));
    const { data, count } = reading.page;
    setItems((shown) => {
      // After a long break what is shown may not reach up to what is new: then the list begins anew.
      const gap = offset === 0 && data.length === pageSize && !data.some(({ id }) => shown.some((item) => item.id === id));
      const next = gap ? [...data] : merged(shown, data);
      length.current = next.length;
      return next;
    });
    setState((before) =>
      before === 'waiting' && offset === 0 ? before : offset + data.length >= count ? 'end' : 'idle',
    );
  }, []);

  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
      clearTimeout(delay.current);
    };
  }, []);

  const newest = news?.newest;
  useEffect(() => {
    void read(0, length.current > 0);
  }, [userId, newest, read]);

  const allRead = news?.unread === 0;
  useEffect(() => {
    if (allRead) setItems((shown) => (shown.some(({ read }) => !read) ? shown.map((item) => ({ ...item, read: true })) : shown));
  }, [allRead]);

  const more = useCallback(() => {
    setState((before) => {
      if (before !== 'idle' && before !== 'failed') return before;
      clearTimeout(delay.current);
      delay.current = setTimeout(() => void read(length.current, false), delayMs);
      return 'waiting';
    });
  }, [read]);

  /** Shows at once that something was read, or that it could not be marked. */
  const setRead = useCallback((id: string | 'all', read: boolean) => {
    setItems((shown) => shown.map((item) => (id === 'all' || item.id === id ? { ...item, read } : item)));
  }, []);

  return { items, state, more, setRead };
}
