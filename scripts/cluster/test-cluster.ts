// npm run test:cluster [-- SCENARIO ...] [-- --keep]: starts the cluster of deploy/cluster on this machine, injects faults under load,
// and checks that no data is lost. Needs Linux and Debian's packages postgresql, etcd-server, haproxy, pgbouncer, pgbackrest and
// python3-venv; installs Patroni itself. See docs/operations/cluster.md.
import { parseArgs } from 'node:util';
import { Cluster } from './cluster.ts';
import { Load } from './load.ts';
import { findPackages, notTried } from './packages.ts';
import { archive, hang, pooler, web } from './scenarios/parts.ts';
import { etcd, freeze, machine, switchover } from './scenarios/failures.ts';
import { bucket, restore } from './scenarios/restore.ts';
import { restoreCluster } from './scenarios/restore-cluster.ts';
import { upgrade } from './scenarios/upgrade.ts';
import type { Check, Scenario } from './scenarios/scenario.ts';

const scenarios: Readonly<Record<string, Scenario>> = {
  ...{ machine, switchover, freeze, etcd, hang, web, pooler, archive, bucket, restore, upgrade },
  'restore-cluster': restoreCluster,
};

const { values, positionals } = parseArgs({
  options: { keep: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in scenarios));
if (unknown.length > 0) {
  console.error(
    `There is no scenario ${unknown.join(', ')}. There are: ${Object.keys(scenarios).join(', ')}`,
  );
  process.exit(1);
}
// The last scenario loses saves on purpose.
const chosen = Object.keys(scenarios).filter(
  (name) => positionals.length === 0 || positionals.includes(name),
);

const found = findPackages();
const reasons = notTried(found, process.platform, chosen.length);
if (reasons) {
  for (const line of reasons) console.log(line);
  process.exit(0);
}

const counts = { passed: 0, failed: 0, notRun: 0 };

/** Prints a check and counts it. */
function report(name: string, { name: what, passed, figure }: Check): void {
  counts[passed ? 'passed' : 'failed'] += 1;
  console.log(
    `${passed ? 'passed' : 'FAILED'}  ${name}: ${what}${figure === undefined ? '' : ` (${figure})`}`,
  );
}

const cluster = await Cluster.create(found);
let isInterrupted = false;

/** Ends everything at once. */
function interrupt(why: string): void {
  if (isInterrupted) return;
  isInterrupted = true;
  console.error(`\n${why}: ending all processes ...`);
  void cluster.remove({ keep: values.keep }).finally(() => process.exit(1));
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupt('Interrupted'));
process.on('uncaughtException', (error) => interrupt(error.stack ?? String(error)));
// A server that is killed may leave a rejected answer behind.
process.on('unhandledRejection', (error) => {
  if (isInterrupted) return;
  report('the script', { name: 'no unexpected error', passed: false, figure: String(error) });
});

const load = new Load(cluster);
try {
  const from = performance.now();
  await cluster.start();
  console.log(`The cluster is ready after ${((performance.now() - from) / 1_000).toFixed(0)} s.`);
  await load.prepare();
  for (const name of chosen) {
    const scenario = scenarios[name]!;
    const obstacle = (await scenario.obstacle?.({ cluster, load })) ?? null;
    if (obstacle !== null) {
      counts.notRun += 1;
      console.log(`not run ${name}: ${obstacle}`);
      continue;
    }
    const checks = await scenario.run({ cluster, load }).catch(async (error: unknown): Promise<Check[]> => {
      await load.stop();
      return [{ name: 'runs to its end', passed: false, figure: (error as Error).stack ?? String(error) }];
    });
    for (const each of checks) report(name, each);
  }
} catch (error) {
  if (!isInterrupted)
    report('the script', {
      name: 'reaches its end',
      passed: false,
      figure: (error as Error).stack ?? String(error),
    });
} finally {
  if (!isInterrupted) {
    load.close();
    await load.stop().catch(() => {});
    await cluster.remove({ keep: values.keep });
    const notRun = counts.notRun > 0 ? `, ${counts.notRun} not run` : '';
    console.log(`${counts.passed} passed, ${counts.failed} failed${notRun}`);
    process.exit(counts.failed > 0 ? 1 : 0);
  }
}
