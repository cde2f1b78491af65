import http from 'node:http';

/** One request of a load: each client makes its own, from what it got before. */
export type Request = { method: string; path: string; headers: Record<string, string>; body?: string };

export type Client = { next(): Request; take?(status: number, body: string): void };

export type Run = { perSecond: number; p50: number; p99: number; failures: number };

/** Requests a second and latencies (ms) of clients that each send their next request when the last was answered. */
export async function runLoad(origin: string, clients: readonly Client[], seconds: number): Promise<Run> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients.length });
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  let failures = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const started = performance.now();
        const { status, body } = await send(origin, agent, client.next());
        times.push(performance.now() - started);
        if (status >= 400) failures += 1;
        client.take?.(status, body);
      }
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failures };
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => quantile([...values].sort((a, b) => a - b), 0.5);

function send(origin: string, agent: http.Agent, request: Request): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = http.request(origin + request.path, { agent, method: request.method, headers: request.headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on('error', reject);
    call.end(request.body);
  });
}

/** Two loads in turn, so that a noisy machine disturbs both alike: the medians of their runs, and their ratio. */
export async function compare(ours: () => Promise<Run>, bare: () => Promise<Run>, rounds: number) {
  await ours();
  await bare();
  const our: Run[] = [];
  const plain: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    our.push(await ours());
    plain.push(await bare());
  }
  const of = (runs: Run[], key: keyof Run) => median(runs.map((run) => run[key]));
  return {
    ours: of(our, 'perSecond'),
    bare: of(plain, 'perSecond'),
    ratio: of(our, 'perSecond') / of(plain, 'perSecond'),
    p99: of(our, 'p99'),
    bareP99: of(plain, 'p99'),
    failures: our.reduce((sum, run) => sum + run.failures, 0),
  };
}
