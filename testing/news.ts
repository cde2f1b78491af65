import { createClient } from 'graphql-ws';
import http from 'node:http';
import type { TestClient } from './client.ts';

/** Payload of the subscription. */
export type News = {
  count: number;
  unread: number;
  notification: { id: string; template: string } | null;
};

const query =
  'subscription new_notifications { new_notifications { count unread notification { id template user { first_name } } } }';

export type Watch = {
  /** All payloads received so far, newest last. */
  receivedNews: News[];
  /** Errors, and the codes with which sockets were closed. */
  errors: unknown[];
  closed: number[];
  /** How many times a socket was opened. */
  connected(): number;
  /** Waits until a condition is true, at most ten seconds. */
  until(holds: () => boolean): Promise<void>;
  stop(): void;
};

/** Subscribes a signed-in browser to notifications over a web socket, as its pages do. Reconnects when necessary. */
export function watchNews(
  browser: TestClient,
  options: { url?: () => string; origin?: string; query?: string; personId?: string } = {},
): Watch {
  // Node's WebSocket accepts headers; the browsers' does not.
  class Socket extends WebSocket {
    constructor(address: string, protocols: string) {
      const origin = options.origin ?? new URL(address.replace(/^ws/, 'http')).origin;
      const headers = { cookie: browser.cookieHeader(), origin };
      super(address, { protocols, headers } as unknown as string);
    }
  }
  const receivedNews: News[] = [];
  const errors: unknown[] = [];
  const closed: number[] = [];
  let connections = 0;
  const client = createClient({
    url: () => `${(options.url?.() ?? browser.url).replace(/^http/, 'ws')}/api/graphql`,
    webSocketImpl: Socket,
    ...(options.personId && { connectionParams: { 'wattle-person': options.personId } }),
    retryAttempts: 1_000,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 100)),
    shouldRetry: () => true,
    on: {
      connected: () => (connections += 1),
      closed: (event) => closed.push((event as { code: number }).code),
    },
  });
  const stop = client.subscribe<{ new_notifications: News }>(
    { query: options.query ?? query },
    {
      next({ data, errors: refused }) {
        if (refused) errors.push(...refused);
        if (data?.new_notifications) receivedNews.push(data.new_notifications);
      },
      error: (error) => errors.push(...(Array.isArray(error) ? error : [error])),
      complete: () => {},
    },
  );
  return {
    receivedNews,
    errors,
    closed,
    connected: () => connections,
    async until(holds) {
      for (let tries = 0; tries < 200 && !holds(); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      if (!holds())
        throw new Error(
          `The expected state was not reached. Received: ${JSON.stringify({ receivedNews, errors, closed })}`,
        );
    },
    stop,
  };
}

/** Requests a web socket and returns the status of the answer: 101 if accepted; the socket is then closed. */
export function askForSocket(
  url: string,
  headers: Record<string, string> = {},
  path = '/api/graphql',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url + path, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': 'graphql-transport-ws',
        ...headers,
      },
    });
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
  });
}

/** Opens a web socket, sends messages unchanged, and returns the code with which the server closes it. */
export function closedAfter(
  browser: TestClient,
  messages: readonly (string | Uint8Array<ArrayBuffer>)[],
  protocol = 'graphql-transport-ws',
): Promise<number> {
  const headers = { cookie: browser.cookieHeader(), origin: browser.url };
  const options = { protocols: protocol, headers } as unknown as string;
  const socket = new WebSocket(`${browser.url.replace(/^http/, 'ws')}/api/graphql`, options);
  return new Promise((resolve, reject) => {
    const [first, ...rest] = messages;
    const send = (some: typeof messages) => some.forEach((message) => socket.send(message));
    // After the handshake message, wait for the server's answer first.
    const greets = typeof first === 'string' && first.includes('connection_init');
    socket.addEventListener('open', () => send(greets ? [first] : messages));
    socket.addEventListener('message', () => send(greets ? rest : []), { once: true });
    socket.addEventListener('close', ({ code }) => resolve(code));
    setTimeout(() => reject(new Error('The socket stayed open')), 10_000).unref();
  });
}
