import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { digits, type Figure } from './measuring/figure.ts';
import { byTurns, runLoad, type Client } from './measuring/load.ts';
import { saver } from './saving.ts';
import { processorSecondsOf } from './measuring/processes.ts';
import { onStage, type Served } from './stage.ts';

/** A collector that accepts and discards all spans. It runs in this process, so that its cost counts as part of tracing. */
async function startCollector() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => void (bytes += part.length));
    request.on('end', () => response.writeHead(200).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close: () => server.close(),
  };
}

/** Compares saving a step with all traces sent to a collector with saving it without tracing. Eight people at once. */
export async function benchTraces(): Promise<Figure[]> {
  const collector = await startCollector();
  try {
    return await onStage(async (stage) => {
      const off = await stage.serve('ours');
      const on = await stage.serve('traced', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
      const [offClients, onClients]: [Client[], Client[]] = [[], []];
      for (let count = 0; count < 8; count += 1) {
        offClients.push((await saver(stage, off.origin)).client);
        onClients.push((await saver(stage, on.origin)).client);
      }
      const spent = new Map<number, { seconds: number; saves: number }>();
      const load = async ({ origin, pid }: Served, clients: Client[]) => {
        const before = processorSecondsOf(pid);
        const run = await runLoad(origin, clients, 3);
        await stage.settle();
        const { seconds, saves } = spent.get(pid) ?? { seconds: 0, saves: 0 };
        spent.set(pid, {
          seconds: seconds + processorSecondsOf(pid) - before,
          saves: saves + run.perSecond * 3,
        });
        return run;
      };
      const perSave = ({ pid }: Served) => {
        const { seconds, saves } = spent.get(pid) ?? { seconds: NaN, saves: NaN };
        return (1_000 * seconds) / saves;
      };
      // The first load also pays for compilation.
      await load(off, offClients);
      await load(on, onClients);
      spent.clear();
      const runs = await byTurns(9, {
        off: () => load(off, offClients),
        on: () => load(on, onClients),
      });
      if (collector.bytes() === 0) throw new Error('The collector received no trace');
      return [
        {
          name: 'saving a step with traces',
          value: runs.on.perSecond / runs.off.perSecond,
          unit: 'of the same without',
          goal: { least: 0.9 },
          about: `${digits(runs.on.perSecond)} a second, without ${digits(runs.off.perSecond)}; p50 ${digits(runs.on.p50)} ms, without ${digits(runs.off.p50)}; p99 ${digits(runs.on.p99)} ms, without ${digits(runs.off.p99)}`,
        },
        {
          name: 'processor time of that server',
          value: perSave(on) / perSave(off),
          unit: 'times the one without',
          goal: { most: 1.1 },
          about: `${digits(perSave(on))} ms a save, without ${digits(perSave(off))} ms`,
        },
      ];
    });
  } finally {
    collector.close();
  }
}
