import { useEffect, useSyncExternalStore } from 'react';
import { noteLive } from '../../api/session/session-live.ts';
import { isFramed, mustAnswer, type SessionUser } from '../../app/person.ts';
import { loadTexts, translate } from '../../app/texts.tsx';
import { announce } from '../../ui/messages/announce.ts';
import { readNotifications, type News } from './notification-api.ts';

/** The state of the signed-in person's notifications. `newest` is an id. */
export type Inbox = { count: number; unread: number; newest: string | null };

/** Polling interval without a web socket, in milliseconds (GAP-73). */
const pollMs = 60_000;

/** The web socket may wait until the page is shown, in milliseconds. */
const connectMs = 1_500;

let inbox: Inbox | null = null;
const listeners = new Set<() => void>();

function set(next: Inbox | null): void {
  if (
    next &&
    inbox &&
    next.count === inbox.count &&
    next.unread === inbox.unread &&
    next.newest === inbox.newest
  )
    return;
  inbox = next;
  for (const listener of listeners) listener();
}

/** Shows immediately that some or all were read, before the server confirms it. */
export function noteRead(howMany: number | 'all'): void {
  if (inbox) set({ ...inbox, unread: howMany === 'all' ? 0 : Math.max(0, inbox.unread - howMany) });
}

/** Takes new state from the server. A new notification is announced politely. */
function take({ count, unread, notification }: News): void {
  const before = inbox;
  set({ count, unread, newest: notification?.id ?? null });
  const more = before && count > before.count ? Math.min(count - before.count, unread) : 0;
  if (more > 0)
    void loadTexts(['notifications']).then(
      () => announce(translate('notification.newAnnounce', { count: more })),
      () => undefined,
    );
}

async function askServer(): Promise<News | null> {
  const page = await readNotifications({ offset: 0, limit: 1 }, { alone: true }).catch(() => null);
  return page && { count: page.count, unread: page.unread, notification: page.data[0] ?? null };
}

/** Keeps the inbox of one person up to date until it is stopped: by web socket, or by polling each minute without one. */
function follow(): { ask: () => void; stop: () => void } {
  let stopped = false;
  let connected = false;
  let hangUp = () => {};
  const ask = () =>
    void askServer().then((news) => {
      if (news && !stopped) take(news);
    });
  ask();
  const connecting = setTimeout(() => {
    import('./live.ts').then(
      ({ listen }) => {
        if (stopped) return;
        // After the end of the session this call fails, which shows the end on the page.
        const onChange = (now: boolean) => noteLive((connected = now));
        hangUp = listen({ onNews: take, onChange, onOver: ask });
      },
      () => undefined,
    );
  }, connectMs);
  const polling = setInterval(() => {
    if (!connected && document.visibilityState === 'visible') ask();
  }, pollMs);
  return {
    ask,
    stop() {
      stopped = true;
      clearTimeout(connecting);
      clearInterval(polling);
      hangUp();
      noteLive(false);
      set(null);
    },
  };
}

let followed: { userId: string; users: number; ask: () => void; stop: () => void } | null = null;

/** Reads the state from the server, after marking failed. */
export function readInbox(): void {
  followed?.ask();
}

/** Follows the inbox while a component uses it, and a moment longer: the next page may have another frame. */
function attend(userId: string): () => void {
  if (followed?.userId !== userId) {
    followed?.stop();
    followed = { userId, users: 0, ...follow() };
  }
  const mine = followed;
  mine.users += 1;
  return () => {
    mine.users -= 1;
    setTimeout(() => {
      if (mine.users > 0 || followed !== mine) return;
      mine.stop();
      followed = null;
    }, 1_000);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the state of the signed-in person's notifications; null until it is known. The component updates. */
export function useInbox(user: SessionUser): Inbox | null {
  const { id } = user;
  const waits = user.second_step_due || mustAnswer(user) || isFramed(user);
  useEffect(() => (waits ? undefined : attend(id)), [id, waits]);
  return useSyncExternalStore(
    subscribe,
    () => inbox,
    () => null,
  );
}
