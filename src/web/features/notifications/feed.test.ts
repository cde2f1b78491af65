import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { createFeed } from './feed.ts';
import type { NotificationItem, NotificationPage } from './notification-api.ts';

const item = (number: number, read = false): NotificationItem => ({
  id: `n${String(number).padStart(3, '0')}`,
  template: 'TEST',
  metadata: {},
  user_id: 'ann',
  user: null,
  actor: null,
  provider: null,
  read,
  created_at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
});

/** Creates a server with notifications 1 to `count`, which can fail. */
function server(count: number) {
  const state = { items: Array.from({ length: count }, (_, index) => item(index + 1)), away: false };
  const asked: { offset: number; alone: boolean | undefined }[] = [];
  const read = async (
    { offset, limit }: { offset: number; limit: number },
    { alone }: { alone?: boolean } = {},
  ): Promise<NotificationPage> => {
    asked.push({ offset, alone });
    if (state.away) throw new ApiError('unavailable');
    const newest = state.items.toReversed();
    const unread = newest.filter((each) => !each.read).length;
    return { count: newest.length, unread, data: newest.slice(offset, offset + limit) };
  };
  return { state, asked, read };
}

const numbers = (items: readonly NotificationItem[]) => items.map(({ id }) => Number(id.slice(1)));
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

describe('the list of notifications', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('reads ten at a time, each a second after the request, until there are no more [NOTIF-02, NOTIF-04, NOTIF-05]', async () => {
    const { asked, read } = server(23);
    const feed = createFeed({ read });
    await feed.refresh();
    expect([numbers(feed.view().items), feed.view().state]).toEqual([down(23, 14), 'idle']);
    feed.more();
    feed.more();
    expect(feed.view().state).toBe('waiting');
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect([numbers(feed.view().items), feed.view().state]).toEqual([down(23, 4), 'idle']);
    feed.more();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([numbers(feed.view().items), feed.view().state]).toEqual([down(23, 1), 'end']);
    feed.more();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 10, 20]);
  });

  it('begins with as many pages as the address says, in few calls, and continues from there [NOTIF-02]', async () => {
    const { asked, read } = server(85);
    const feed = createFeed({ read, pages: 7 });
    await feed.refresh();
    expect([numbers(feed.view().items), feed.view().state]).toEqual([down(85, 16), 'idle']);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 50]);
    expect(feed.view().pages).toBe(7);
    feed.more();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([numbers(feed.view().items), feed.view().pages]).toEqual([down(85, 6), 8]);
    const short = createFeed({ read: server(12).read, pages: 10_000 });
    await short.refresh();
    expect([short.view().items.length, short.view().state, short.view().pages]).toEqual([12, 'end', 2]);
  });

  it('counts no further page for new notifications', async () => {
    const { state, read } = server(10);
    const feed = createFeed({ read });
    await feed.refresh();
    state.items.push(item(11));
    await feed.refresh('n011');
    expect([feed.view().items.length, feed.view().pages]).toEqual([11, 1]);
  });

  it('adds new notifications at its top, and shows none twice [NOTIF-13]', async () => {
    const { state, asked, read } = server(15);
    const feed = createFeed({ read });
    await feed.refresh(null);
    await feed.refresh('n015');
    expect(asked).toHaveLength(1);
    state.items.push(item(16), item(17));
    await feed.refresh('n017');
    expect(asked.at(-1)).toEqual({ offset: 0, alone: true });
    expect(numbers(feed.view().items)).toEqual(down(17, 6));
    feed.more();
    state.items.push(item(18));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(numbers(feed.view().items)).toEqual(down(17, 1));
    await feed.refresh('n018');
    expect([numbers(feed.view().items), feed.view().state]).toEqual([down(18, 1), 'end']);
  });

  it('starts again after a break so long that notifications in between would be missing [fault 23]', async () => {
    const { state, read } = server(10);
    const feed = createFeed({ read });
    await feed.refresh();
    state.items.push(...Array.from({ length: 25 }, (_, index) => item(11 + index)));
    await feed.refresh('n035');
    expect([numbers(feed.view().items), feed.view().state]).toEqual([down(35, 26), 'idle']);
  });

  it('reports that reading failed, and continues where it stopped', async () => {
    const { state, asked, read } = server(12);
    const feed = createFeed({ read });
    state.away = true;
    await feed.refresh();
    expect(feed.view()).toMatchObject({ items: [], state: 'failed' });
    state.away = false;
    feed.more();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(feed.view().items).toHaveLength(10);
    state.away = true;
    feed.more();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([feed.view().items.length, feed.view().state]).toEqual([10, 'failed']);
    state.away = false;
    feed.more();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([numbers(feed.view().items), feed.view().state]).toEqual([down(12, 1), 'end']);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 0, 10, 10]);
  });

  it('does not report a failure to read new notifications', async () => {
    const { state, read } = server(3);
    const feed = createFeed({ read });
    await feed.refresh();
    state.away = true;
    await feed.refresh('n004');
    expect([feed.view().items.length, feed.view().state]).toEqual([3, 'end']);
  });

  it('shows a notification as read immediately, and undoes it after a failure [NOTIF-09]', async () => {
    const { read } = server(3);
    const feed = createFeed({ read });
    await feed.refresh();
    const seen = vi.fn();
    feed.subscribe(seen);
    feed.setRead(['n002'], true);
    expect(feed.view().items.map((each) => each.read)).toEqual([false, true, false]);
    feed.setRead(['n002'], true);
    expect(seen).toHaveBeenCalledTimes(1);
    feed.setRead(['n002'], false);
    expect(feed.view().items.map((each) => each.read)).toEqual([false, false, false]);
  });

  it('keeps new notifications marked as new while the bell is open [NOTIF-06]', async () => {
    const { state, read } = server(7);
    const feed = createFeed({ read, size: 5, keepsNew: true });
    await feed.refresh();
    state.items = state.items.map((each) => ({ ...each, read: true }));
    state.items.push(item(8));
    await feed.refresh('n008');
    expect(
      feed
        .view()
        .items.slice(0, 5)
        .map(({ id, read: isRead }) => [id, isRead]),
    ).toEqual([
      ['n008', false],
      ['n007', false],
      ['n006', false],
      ['n005', false],
      ['n004', false],
    ]);
  });
});
