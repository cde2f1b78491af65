import { setTimeout as pause } from 'node:timers/promises';
import { operator, problemsAtRest } from '../checks.ts';
import type { Cluster } from '../cluster.ts';
import { until } from '../processes.ts';
import { momentOf } from './restore.ts';
import { check, observe, type Check, type Scenario } from './scenario.ts';
import { bounds } from '../bounds.ts';

const unnoticed = { save: bounds.switchover, page: bounds.card, pin: bounds.card };

/** Puts the whole cluster back to a point in time, in the steps of docs/operations/cluster.md. */
async function putBack({ nodes, values }: Cluster, at: string): Promise<void> {
  const [first, ...others] = nodes.all;
  for (const node of nodes.all) await node.stopPatroni();
  await first!.pgbackrest('--delta', '--type=time', `--target=${at}`, '--target-action=promote', 'restore');
  // Alone: nothing connects to it, and no commit waits for another node.
  await first!.pgCtl(
    '-o',
    `-c listen_addresses='' -c synchronous_standby_names='' ${first!.ownPlaces()}`,
    'start',
  );
  const recovering = () => first!.psql('select pg_is_in_recovery()').catch(() => '');
  await until('the restored database is open', async () => (await recovering()) === 'f', 120);
  await first!.pgCtl('-m', 'fast', 'stop');
  const cluster = values['CLUSTER'] ?? '';
  await first!.patronictlWith(`${cluster}\nYes I am aware\n`, 'remove', cluster);
  first!.startPatroni();
  await until('the first node is the primary', () => first!.is('/primary'), 120);
  for (const node of others) {
    node.removeData();
    node.startPatroni();
  }
  await nodes.untilWhole();
}

/** The last scenario, because the saves after the point in time are lost on purpose. */
export const restoreCluster: Scenario = {
  async run(stage): Promise<Check[]> {
    const { cluster, load } = stage;
    const { primary } = await cluster.nodes.pair();
    const before = await problemsAtRest(cluster, load);
    const moment = await momentOf(cluster);
    await pause(1_500);
    await load.start();
    await pause(4_000);
    await load.stop();
    await problemsAtRest(cluster, load);
    const later = await momentOf(cluster);
    await primary.pgbackrest('check');
    for (const server of cluster.servers) await server.stop();
    const from = performance.now();
    await putBack(cluster, moment.at);
    const seconds = (performance.now() - from) / 1_000;
    const restored = await momentOf(cluster);
    const checked = operator(cluster, 'restore-check.ts');
    const used = operator(cluster, 'installation-use.ts');
    cluster.servers = [await cluster.startServer(0), await cluster.startServer(1)];
    await until('the web answers', () => cluster.answers('/readyz'));
    await load.forget();
    return [
      check('nothing lost, doubled or waiting; audit:verify', before),
      {
        name: 'the whole cluster is as at the moment between two saves',
        passed: restored.counts === moment.counts && restored.counts !== later.counts,
        figure: `${seconds.toFixed(0)} s until two replicas stream; ${restored.counts}`,
      },
      check('restore:check', checked.status === 0 ? [] : [checked.printed]),
      check('installation:use', used.status === 0 ? [] : [used.printed]),
      ...(await observe(stage, unnoticed, async () => {})),
    ];
  },
};
