import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from './measuring/figure.ts';
import { openCard, reader } from './emergency.ts';
import { runLoad } from './measuring/load.ts';
import { memoryOf } from './measuring/processes.ts';
import { saver } from './saving.ts';
import { onStage } from './stage.ts';

const people = 8;

/** Measures the resident memory of the server's process after concurrent sign-ins, saves, and reads of plans and pages. */
export function benchMemory(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const { origin, pid } = await stage.serve('ours');
    const before = memoryOf(pid).now;
    const savers = await Promise.all(Array.from({ length: people }, () => saver(stage, origin)));
    const card = await openCard(stage, origin);
    const page = () => reader({ path: '/login', cookie: '' });
    const clients = savers.flatMap(({ client }) => [client, reader(card), page()]);
    await runLoad(origin, clients, 15);
    await stage.settle();
    await pause(1_000);
    const { now, peak } = memoryOf(pid);
    return [
      {
        name: 'memory of the server after load',
        value: now,
        unit: 'MB',
        goal: { most: 250 },
        about: `${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB; ${people} signed in at once, then ${clients.length} clients for 15 s`,
      },
    ];
  });
}
