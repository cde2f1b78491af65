import { indexMedicareCards } from '../../db/sealing/held-medicare.ts';
import { features } from '../../features.ts';
import { renewMark } from '../../installation/installation.ts';
import type { Services } from '../../pipeline/context.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import { cleanUp, deleteFinishedJobs } from './cleanup.ts';
import { tendPartitions } from './partition-task.ts';
import type { NightlyTask } from './nightly-tasks.ts';
import type { NightlyWork } from '../task.ts';

/** Nightly work that belongs to no feature. */
const serverWork: readonly NightlyWork[] = [
  {
    name: 'clean-up',
    failed: 'The nightly clean-up did not work and is tried again',
    run: cleanUp,
  },
  {
    name: 'finished-jobs',
    failed: 'Finished jobs could not be deleted, which is tried again',
    run: deleteFinishedJobs,
  },
  {
    name: 'partitions',
    failed: 'Partitions of activities and sent mails could not be prepared, which is tried again',
    run: tendPartitions,
  },
  {
    name: 'installation',
    failed: 'The database could not be marked as the one in use, which is tried again',
    run: ({ db, objectStore }) => renewMark(db, objectStore),
  },
  {
    name: 'medicare-cards',
    failed: 'Medicare numbers could not be indexed, which is tried again',
    run: ({ db, keyring }) => indexMedicareCards(db, keyring),
  },
];

const allWork: readonly NightlyWork[] = [...serverWork, ...features.flatMap(({ nightly }) => nightly ?? [])];

/** Names of all nightly tasks. */
export const nightlyTaskNames: readonly string[] = [...new Set(allWork.map(({ name }) => name))];

/** Returns all nightly tasks. A task that several features have parts of runs these one after another. */
export function nightlyTasks(services: Services, log: WriteLine): NightlyTask[] {
  const parts = new Map<string, NightlyWork[]>();
  for (const work of allWork) parts.set(work.name, [...(parts.get(work.name) ?? []), work]);
  return [...parts].map(([name, works]) => ({
    name,
    failed: works[0]!.failed,
    async run(clock) {
      for (const { run } of works) await run({ ...services, clock }, log);
    },
  }));
}
