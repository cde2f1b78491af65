import { bounds } from '../bounds.ts';
import { earlierRelease, releaseProblem } from '../earlier-release.ts';
import { Load } from '../load.ts';
import { until } from '../processes.ts';
import { observe, type Check, type Scenario } from './scenario.ts';

const limits = { save: bounds.upgrade, page: bounds.upgrade, pin: bounds.upgrade };

/**
 * Two servers of the release before the newest migration, on a database of their own, are replaced one after the other by this release,
 * which migrates it. In between both releases serve side by side.
 */
export const upgrade: Scenario = {
  obstacle: ({ cluster }) => releaseProblem(cluster.folder),
  async run({ cluster }): Promise<Check[]> {
    const { primary } = await cluster.nodes.pair();
    const release = await earlierRelease(cluster.folder);
    for (const server of cluster.servers) await server.stop();
    await primary.psql('create database earlier owner wattle');
    await cluster.useDatabase('earlier');
    const start = async (program?: string) => {
      cluster.servers = [
        await cluster.startServer(0, 'direct', program),
        await cluster.startServer(1, 'direct', program),
      ];
      await until('the web answers', () => cluster.answers('/readyz'));
      await cluster.open();
    };
    const load = new Load(cluster);
    try {
      await start(release.program);
      await load.prepare();
      const has = `version ${release.commit} without ${release.migrations.join(', ')}`;
      const checks = await observe({ cluster, load }, limits, () => cluster.replaceServers('direct'));
      return [
        { name: 'two servers are replaced', passed: release.migrations.length > 0, figure: has },
        ...checks,
      ];
    } finally {
      load.close();
      await load.stop();
      for (const server of cluster.servers) await server.stop();
      await cluster.useDatabase('wattle');
      await start();
    }
  },
};
