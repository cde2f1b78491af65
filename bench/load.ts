import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { median, quantile } from './figure.ts';

/** One request of a load: each client makes its own, from what it got before. */
export type Request = { method: string; path: string; headers: Record<string, string>; body?: string };

/** `pauseMs`: how long the client waits between an answer and its next request. */
export type Client = { next(): Request; take?(body: string): void; pauseMs?: number };

/** Requests a second; milliseconds within which half and 99 of 100 were answered. */
export type Run = { perSecond: number; p50: number; p99: number };

/**
 * The load of clients that each send their next request when the last was answered, over one kept connection each.
 * @throws Error when a request fails: the figures would be those of something else
 */
export async function runLoad(origin: string, clients: readonly Client[], seconds: number): Promise<Run> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients.length });
  const started = performance.now();
  const until = started + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
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
  return { perSecond: times.length / took, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
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

export type Comparison = { ratio: number; ours: Run; bare: Run };

type Compared = { ours: () => Promise<Run>; bare: () => Promise<Run>; rounds: number };

/**
 * Two loads by turns, each first as often as the other, so that a noisy machine disturbs both alike. The ratio is the
 * median of the rounds' ratios, the runs are the medians of each figure.
 */
export async function compare({ ours, bare, rounds }: Compared): Promise<Comparison> {
  await ours();
  await bare();
  const pairs: { ours: Run; bare: Run }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = await (round % 2 === 0 ? ours() : bare());
    const second = await (round % 2 === 0 ? bare() : ours());
    pairs.push(round % 2 === 0 ? { ours: first, bare: second } : { ours: second, bare: first });
  }
  const typical = (runs: Run[]): Run => ({
    perSecond: median(runs.map((run) => run.perSecond)),
    p50: median(runs.map((run) => run.p50)),
    p99: median(runs.map((run) => run.p99)),
  });
  return {
    ratio: median(pairs.map((pair) => pair.ours.perSecond / pair.bare.perSecond)),
    ours: typical(pairs.map((pair) => pair.ours)),
    bare: typical(pairs.map((pair) => pair.bare)),
  };
}
