import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { findProblems } from '../../testing/faults/checker.ts';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';
import { until } from './processes.ts';

const program = (name: string) => resolve(import.meta.dirname, '../operator', name);

/** Runs an operator's command on a database of the cluster. Returns its exit code and output. */
export function operator(cluster: Cluster, name: string, databaseUrl?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program(name)], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      ...cluster.variables,
      WATTLE_DATA_DIR: cluster.filesFolder(),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
  return { status, printed: stdout + stderr };
}

/** Waits until no job waits or runs. Returns the problems. */
async function waitingJobs({ beside }: Cluster): Promise<string[]> {
  const waiting = async () => {
    const { rows } = await sql<{ name: string; state: string; count: number }>`
      select name, state::text, count(*)::int from jobs.job where state in ('created', 'retry', 'active')
      group by 1, 2`.execute(beside.services.db);
    return rows.map(({ name, state, count }) => `${count} jobs of ${name} are ${state}`);
  };
  let left = await waiting();
  await until('no job waits', async () => (left = await waiting()).length === 0, 60).catch(() => {});
  return left;
}

/**
 * Compares the openings of cards with what was recorded and notified: each once, also if the balancer sent a PIN to a second server,
 * because the first did not answer in time. All PINs are right, so only those without an answer may be counted as wrong.
 */
async function openingsRecorded(cluster: Cluster, load: Load): Promise<string[]> {
  const { db } = cluster.beside.services;
  const ids = [...load.openings.keys()];
  const counted = async () => {
    const { rows } = await sql<{ id: string; recorded: number; notified: number }>`
      select u.id,
        (select count(*)::int from audit_log where chain = u.id::text and action = 'openEmergency') as recorded,
        (select count(*)::int from notifications where receiver_id = u.id and template = 'ACP_OPENED') as notified
      from users u where u.id = any(${ids})`.execute(db);
    // Two servers that did not see each other's guess both stored it; they count as one.
    const wrong = await sql<{ count: number }>`
      select count(*)::int as count from emergency_attempts one where not ok and not exists (
        select from emergency_attempts other where other.share_hash = one.share_hash
          and other.request_hash = one.request_hash and other.ok)`.execute(db);
    const count = wrong.rows[0]!.count;
    const unanswered = [...load.openings.values()].reduce((sum, { sent, opened }) => sum + sent - opened, 0);
    const repeats = `of which the balancer repeated ${cluster.balancerLog().repeatedPins}`;
    return [
      ...(count > unanswered
        ? [`${count} right PINs count as wrong, ${unanswered} were not answered with the plan; ${repeats}`]
        : []),
      ...rows.flatMap(({ id, recorded, notified }) => {
        const { sent, opened } = load.openings.get(id)!;
        return recorded === notified && recorded >= opened && recorded <= sent
          ? []
          : [
              `card of ${id}: ${sent} PINs sent, ${opened} opened, ${recorded} recorded, ${notified} notified`,
            ];
      }),
    ];
  };
  let problems = await counted();
  // Openings during an outage are recorded afterwards.
  await until('each opening is recorded', async () => (problems = await counted()).length === 0, 30).catch(
    () => {},
  );
  return problems;
}

/** Checks at rest what must hold after every scenario: no save lost, doubled or wrong; counts; the audit trail; jobs; openings. */
export async function problemsAtRest(cluster: Cluster, load: Load): Promise<string[]> {
  const audit = operator(cluster, 'audit-verify.ts');
  return [
    ...load.unexpected
      .splice(0)
      .map((answer) => `unexpected answer: ${JSON.stringify(answer).slice(0, 300)}`),
    ...(await waitingJobs(cluster)),
    ...(await openingsRecorded(cluster, load)),
    ...(await findProblems(cluster.beside.services, load.acknowledged)),
    ...(audit.status === 0 ? [] : [`audit:verify: ${audit.printed}`]),
  ];
}
