import { createClient } from 'graphql-ws';
import { personHeader } from '../../api/session/session-lost.ts';
import { newsQuery, type News } from './notification-api.ts';

type Listening = {
  onNews: (news: News) => void;
  /** Whether the web socket is open now. */
  onChange: (connected: boolean) => void;
  /** Called when the server says that the session is over. */
  onOver: () => void;
};

/** Delay before listening again after a refusal, in milliseconds: the session may have changed until then. */
const refusedMs = 60_000;

/** The close code of graphql-transport-ws for a visitor. */
const unauthorised = 4401;

/** Timeout of a heartbeat response, in milliseconds; after it the connection counts as lost. */
const patienceMs = 10_000;

/** Waits before the next try: 1, 2, 4 ... 60 seconds, with jitter, so that browsers do not reconnect all at the same time. */
function waitBefore(retries: number): Promise<void> {
  const most = Math.min(60, 2 ** retries) * 1_000;
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, most * (0.5 + Math.random() / 2));
    addEventListener('online', done);
  });
}

/**
 * Subscribes to news over a web socket, and reconnects when it breaks. The server sends the state at the start of each
 * connection, so nothing is missed. Returns the function that stops it.
 */
export function listen({ onNews, onChange, onOver }: Listening): () => void {
  let stopped = false;
  let socket: WebSocket | undefined;
  let deadline: ReturnType<typeof setTimeout>;
  let again: ReturnType<typeof setTimeout>;
  let unsubscribe = () => {};
  const client = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/api/graphql`,
    connectionParams: personHeader,
    retryAttempts: Infinity,
    retryWait: waitBefore,
    shouldRetry: () => true,
    keepAlive: 25_000,
    on: {
      connected(opened) {
        socket = opened as WebSocket;
        onChange(true);
      },
      closed() {
        clearTimeout(deadline);
        onChange(false);
      },
      ping(received) {
        if (!received) deadline = setTimeout(() => socket?.close(4408, 'No answer'), patienceMs);
      },
      pong: () => clearTimeout(deadline),
    },
  });

  function subscribe(): void {
    const refused = (why?: unknown) => {
      if (stopped) return;
      if (why instanceof CloseEvent && why.code === unauthorised) onOver();
      clearTimeout(again);
      again = setTimeout(subscribe, refusedMs);
    };
    unsubscribe = client.subscribe<{ new_notifications: News }>(
      { query: newsQuery },
      {
        next({ data }) {
          if (data) onNews(data.new_notifications);
        },
        error: refused,
        complete: () => refused(),
      },
    );
  }
  subscribe();

  return () => {
    stopped = true;
    clearTimeout(again);
    clearTimeout(deadline);
    // The client closes the socket together with its only subscription.
    unsubscribe();
  };
}
