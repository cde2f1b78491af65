import { setTimeout as pause } from 'node:timers/promises';
import { judge, longestGap, type Bound, type Verdict } from '../bounds.ts';
import { problemsAtRest } from '../checks.ts';
import type { Cluster } from '../cluster.ts';
import type { Kind, Load } from '../load.ts';

/** One thing that a scenario checks, with its figure. */
export type Check = { name: string; passed: boolean; figure?: string };

export type Stage = { cluster: Cluster; load: Load };

export type Scenario = {
  /** Why it cannot run on this machine; null if it can. */
  obstacle?(stage: Stage): string | null | Promise<string | null>;
  run(stage: Stage): Promise<Check[]>;
};

/** Duration of the load before an event, and after the first save that follows it, in milliseconds. */
const quietMs = 4_000;
const afterMs = 10_000;

export const check = (name: string, problems: readonly string[]): Check => ({
  name,
  passed: problems.length === 0,
  ...(problems.length > 0 && { figure: problems.slice(0, 5).join('; ') }),
});

const names: Record<Kind, string> = { save: 'saves', page: 'the open emergency page', pin: 'the right PIN' };

const words = ({ withoutSeconds, failures, answers, examples }: Verdict, { withoutSeconds: most }: Bound) =>
  `${withoutSeconds.toFixed(1)} s without (at most ${most}), ${answers} answers, ${failures} failed that must not${examples.length > 0 ? `: ${examples.join('; ')}` : ''}`;

/**
 * Runs the load, triggers an event, waits until saves succeed again, then checks the answers since the event against their bounds, and
 * the state at rest. `event` may return checks of its own; `after` may make further checks under load.
 */
export async function observe(
  { cluster, load }: Stage,
  limits: Record<Kind, Bound>,
  event: () => Promise<Check[] | void>,
  after: () => Promise<Check[] | void> = async () => {},
): Promise<Check[]> {
  const refusalsBefore = cluster.balancerLog().refusals;
  await load.start();
  await pause(quietMs);
  const from = performance.now();
  const own = (await event()) ?? [];
  // A longer outage is reported by the bounds.
  await load.untilSaved(60).catch(() => {});
  own.push(...((await after()) ?? []));
  await pause(afterMs);
  const to = performance.now();
  await load.stop();
  const judged = (['save', 'page', 'pin'] as const).map((kind): Check => {
    const verdict = judge(load.answersOf(kind), from, to, limits[kind]);
    return { name: names[kind], passed: verdict.passed, figure: words(verdict, limits[kind]) };
  });
  const quiet = longestGap(load.answersOf('save'), from - quietMs + 1_500, from) / 1_000;
  if (quiet > 2)
    judged.push({ name: 'saves before the event', passed: false, figure: `${quiet.toFixed(1)} s without` });
  const refusals = cluster.balancerLog().refusals - refusalsBefore;
  return [
    ...own,
    ...judged,
    check('no answer in the balancer’s own words', refusals > 0 ? [`${refusals} answers`] : []),
    check('open sockets receive notifications', await load.hear()),
    check('nothing lost, doubled or waiting; audit:verify', await problemsAtRest(cluster, load)),
  ];
}
