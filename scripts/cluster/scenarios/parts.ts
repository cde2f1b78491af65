import { chmodSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { bounds } from '../bounds.ts';
import type { Cluster } from '../cluster.ts';
import { until } from '../processes.ts';
import { check, observe, type Check, type Scenario } from './scenario.ts';

const unnoticed = { save: bounds.switchover, page: bounds.card, pin: bounds.card };

/** Servers that reach the database through PgBouncer, which is killed and started again. */
export const pooler: Scenario = {
  obstacle: ({ cluster }) => cluster.poolerProblem,
  async run(stage) {
    const { cluster } = stage;
    cluster.startPooler();
    await cluster.replaceServers('pooler');
    try {
      return await observe(stage, unnoticed, async () => {
        await cluster.stopPooler();
        await pause(500);
        cluster.startPooler();
      });
    } finally {
      await cluster.replaceServers('direct');
      await cluster.stopPooler();
    }
  },
};

const suspendedMs = 10_000;

/** One server is suspended without notice, and continues: the balancer repeats PINs that it received. */
export const hang: Scenario = {
  async run(stage) {
    const { cluster } = stage;
    const suspended = cluster.servers[0]?.child;
    const before = cluster.balancerLog().repeatedPins;
    const checks = await observe(stage, unnoticed, async () => {
      suspended?.kill('SIGSTOP');
      await pause(suspendedMs);
      suspended?.kill('SIGCONT');
    });
    const repeated = cluster.balancerLog().repeatedPins - before;
    return [
      ...checks,
      { name: 'the balancer repeats PINs', passed: repeated > 0, figure: `${repeated} repeated` },
    ];
  },
};

/** Requests a page and an API call while no server is alive. Returns the problems of the balancer's responses. */
async function wordsWithoutServers({ url, values }: Cluster): Promise<string[]> {
  const card = await fetch(`${url}/acp-login/any`);
  const page = await card.text();
  const call = await fetch(`${url}/api/graphql`, { method: 'POST', body: '{}' });
  const body = await call.text();
  const phone = values['HELP_PHONE'] ?? '';
  const right = [
    card.status === 503,
    page.includes(phone),
    call.status === 503,
    body.includes('"unavailable"'),
  ];
  return right.every(Boolean)
    ? []
    : [`${card.status} ${page.slice(0, 100)}; ${call.status} ${body.slice(0, 100)}`];
}

/** One server is killed, then both. */
export const web: Scenario = {
  async run(stage) {
    const { cluster } = stage;
    const checks = await observe(stage, unnoticed, async () => cluster.servers[0]?.kill());
    await cluster.servers[1]?.kill();
    // Before the balancer has detected it, it also answers 503 with the same page.
    const words = await wordsWithoutServers(cluster);
    await pause(3_000);
    words.push(...(await wordsWithoutServers(cluster)));
    cluster.servers = [await cluster.startServer(0), await cluster.startServer(1)];
    await until('the web answers', () => cluster.answers('/readyz'));
    return [...checks, check('without servers the balancer shows the words of the product', words)];
  },
};

const fullMs = 20_000;

/** The repository is full: the log stays on the primary, and is archived when there is space again. */
export const archive: Scenario = {
  async run(stage) {
    const { nodes, values } = stage.cluster;
    const repository = `${values['REPOSITORY']}/archive/${values['CLUSTER']}`;
    const { primary } = await nodes.pair();
    const failures = async () => Number(await primary.psql('select failed_count from pg_stat_archiver'));
    const waiting = async () =>
      Number(await primary.psql("select count(*) from pg_ls_archive_statusdir() where name like '%.ready'"));
    const before = await failures();
    const checks = await observe(stage, unnoticed, async (): Promise<Check[]> => {
      chmodSync(repository, 0o000);
      for (let turn = 0; turn < 4; turn += 1) {
        await primary.psql('select pg_switch_wal()');
        await pause(fullMs / 4);
      }
      const [failed, left] = [(await failures()) - before, await waiting()];
      chmodSync(repository, 0o750);
      return [
        {
          name: 'archive_command fails and the log waits',
          passed: failed > 0 && left > 0,
          figure: `${failed} failures, ${left} files`,
        },
      ];
    });
    const from = performance.now();
    const left = await until('everything is archived', async () => (await waiting()) === 0, 120).then(
      () => [],
      async () => [`${await waiting()} files wait after 120 s`],
    );
    const seconds = ((performance.now() - from) / 1_000).toFixed(0);
    return [
      ...checks,
      { ...check('the waiting log is archived afterwards', left), figure: left[0] ?? `${seconds} s` },
    ];
  },
};
