import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { median, quantile } from './figure.ts';

/** One request of a load: each client makes its own, from its previous response. */
export type Request = { method: string; path: string; headers: Record<string, string>; body?: string };

/** `pauseMs`: pause of the client between a response and its next request. */
export type Client = { next(): Request; take?(body: string): void; pauseMs?: number };

/** Requests per second; milliseconds within which 50, 95 and 99 of 100 requests were answered. */
export type Run = { perSecond: number; p50: number; p95: number; p99: number };

/**
 * Runs clients that each send their next request after the last response, over one kept-alive connection each,
 * for a number of seconds or until the load ends.
 * @throws Error when a request fails, since the figures would then be meaningless
 */
export async function runLoad(
  origin: string,
  clients: readonly Client[],
  lasts: number | (() => boolean),
): Promise<Run> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients.length });
  const started = performance.now();
  const isOver = typeof lasts === 'function' ? lasts : () => performance.now() >= started + lasts * 1000;
  const times: number[] = [];
  await Promise.all(
    clients.map(async (client) => {
      while (!isOver()) {
        const sent = performance.now();
        const { status, body } = await send(origin, agent, client.next());
        times.push(performance.now() - sent);
        if (status >= 400) throw new Error(`The server answered ${status}: ${body.slice(0, 300)}`);
        client.take?.(body);
        if (client.pauseMs) await pause(client.pauseMs);
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / took,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
  };
}

function send(
  origin: string,
  agent: http.Agent,
  request: Request,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { method, headers } = request;
    const call = http.request(origin + request.path, { agent, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on('error', reject);
    call.end(request.body);
  });
}

/** Median run of each load. */
export type Runs<Name extends string> = Readonly<Record<Name, Run>>;

/**
 * Runs several loads in alternation, each first equally often, so that other load on the machine affects all equally. Returns the medians
 * of each load's rounds; a first warm-up round does not count.
 */
export async function byTurns<Name extends string>(
  rounds: number,
  loads: Readonly<Record<Name, () => Promise<Run>>>,
): Promise<Runs<Name>> {
  const names = Object.keys(loads) as Name[];
  const runs = names.map((): Run[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const index = (Math.max(round, 0) + turn) % names.length;
      const run = await loads[names[index] as Name]();
      if (round >= 0) runs[index]?.push(run);
    }
  }
  const typical = (of: readonly Run[]): Run => ({
    perSecond: median(of.map((run) => run.perSecond)),
    p50: median(of.map((run) => run.p50)),
    p95: median(of.map((run) => run.p95)),
    p99: median(of.map((run) => run.p99)),
  });
  return Object.fromEntries(names.map((name, index) => [name, typical(runs[index] ?? [])])) as Runs<Name>;
}
