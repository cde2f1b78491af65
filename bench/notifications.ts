import { createClient } from 'graphql-ws';
import { setTimeout as pause } from 'node:timers/promises';
import { startSession } from '../src/server/features/sessions/api.ts';
import { fullAnswers, person, provider, signingAnswers, type TestPerson } from '../testing/people.ts';
import { median, quantile, type Figure } from './measuring/figure.ts';
import { onStage, type Stage } from './stage.ts';

const sockets = 200;
/** Number of staff, among these people, at the provider of the customers who sign. */
const staff = 5;
const rounds = 30;

const signing = `mutation updateAnswers($id: ID!, $answers: JSON!, $version: Int!) {
  updateAnswers(id: $id, answers: $answers, status: complete, version: $version, step: "step9") { returning { id } }
}`;

/** Makes a session cookie of a person, without checking a password. */
export async function cookieOf({ services }: Stage, { userId, actor }: TestPerson): Promise<string> {
  const { token } = await startSession(services.db, new Date(), { id: userId, role: actor.role }, null);
  return `wattle=${token}`;
}

/** Opens the web socket of a page, and calls back with each received number of notifications. */
export function listen(
  origin: string,
  cookie: string,
  onCount: (count: number) => void,
): Promise<() => void> {
  class Socket extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, { protocols, headers: { cookie, origin } } as unknown as string);
    }
  }
  return new Promise((resolve, reject) => {
    const client = createClient({
      url: `${origin.replace('http', 'ws')}/api/graphql`,
      webSocketImpl: Socket,
    });
    const stop = client.subscribe<{ new_notifications: { count: number } }>(
      { query: 'subscription { new_notifications { count unread notification { id } } }' },
      {
        next({ data }) {
          onCount(data?.new_notifications.count ?? 0);
          resolve(stop);
        },
        error: (error) => reject(new Error(`A socket was refused: ${JSON.stringify(error)}`)),
        complete: () => {},
      },
    );
  });
}

/**
 * Measures the time from the response to a customer who signed a plan, when it is committed, until the open pages of the
 * staff are notified: events to the queue, the job, the notification, and the web socket. Two hundred pages are open.
 */
export function benchNotifications(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const { services } = stage;
    const { origin } = await stage.serve('ours');
    const providerId = await provider(services);
    const received = new Map<number, { at: number; count: number }>();
    const stops: (() => void)[] = [];
    for (let number = 0; number < sockets; number += 1) {
      const isStaff = number < staff;
      const one = await person(services, isStaff ? { role: 'providerview', providerId } : {});
      const onCount = (count: number) => void received.set(number, { at: performance.now(), count });
      stops.push(await listen(origin, await cookieOf(stage, one), onCount));
    }
    const times: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const answers = fullAnswers();
      const customer = await person(services, { providerId, plan: { status: 'draft', answers } });
      const { version } = await services.db
        .selectFrom('acps')
        .select('version')
        .where('id', '=', customer.acpId)
        .executeTakeFirstOrThrow();
      const body = JSON.stringify({
        query: signing,
        variables: { id: customer.acpId, answers: await signingAnswers('Margaret Doyle', 1), version },
      });
      const headers = { 'content-type': 'application/json', origin, cookie: await cookieOf(stage, customer) };
      await pause(100);
      const response = await fetch(`${origin}/api/graphql`, { method: 'POST', headers, body });
      const committed = performance.now();
      const { errors } = (await response.json()) as { errors?: unknown[] };
      if (errors?.length) throw new Error(`The plan was not signed: ${JSON.stringify(errors)}`);
      const pages = Array.from({ length: staff }, (_, number) => number);
      for (let tries = 0; pages.some((page) => received.get(page)!.count < round); tries += 1) {
        if (tries > 1_000) throw new Error('A page received no notification');
        await pause(10);
      }
      times.push(...pages.map((page) => received.get(page)!.at - committed));
    }
    for (const stop of stops) stop();
    const sorted = times.toSorted((a, b) => a - b);
    return [
      {
        name: 'from a signed plan to open pages',
        value: median(times),
        unit: 'ms',
        goal: { most: 200 },
        about: `p99 ${quantile(sorted, 0.99).toFixed(0)} ms; ${sockets} sockets open, ${staff} of them notified ${rounds} times`,
      },
    ];
  });
}
