import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { simulatedSystem } from '../../src/domain/integrations/simulated-system.ts';
import { place } from '../../src/server/db/sealing/sealed-columns.ts';
import { findActiveOf } from '../../src/server/features/acp/api.ts';
import { fullAnswers, person } from '../../testing/people.ts';
import { fillWithCustomers, largeSize } from '../../testing/tables/synthetic-customers.ts';
import { digits, type Figure } from '../measuring/figure.ts';
import { runLoad, type Client, type Run } from '../measuring/load.ts';
import { memoryOf } from '../measuring/processes.ts';
import { onStage, type Stage } from '../stage.ts';
import { ours } from './list.ts';
import { signedIn, type Staff } from './staff.ts';

const callers = 4;
/** Time between two page views of a caller, in milliseconds. */
const lookedAt = 50;
const quietSeconds = 20;

function looking(staff: Staff): Client {
  const clients = [
    ours(staff, { name: 'the first page' }),
    ours(staff, { name: 'by name', order_by: 'name_asc' }),
  ];
  let turn = 0;
  return { next: () => clients[(turn += 1) % clients.length]!.next(), pauseMs: lookedAt };
}

/** Links customers of a provider, who all have a signed plan, with residents of the simulated system. */
async function linkResidents(
  { services, superuserUrl }: Stage,
  providerId: string,
  count: number,
): Promise<void> {
  const { db, keyring } = services;
  const { userId } = await person(services, { plan: { status: 'complete', answers: fullAnswers() } });
  const plan = await findActiveOf(db, services, userId);
  if (!plan) throw new Error('There is no plan');
  const id = crypto.randomUUID();
  const { address, facilityCode, userName, secret } = simulatedSystem;
  await db
    .insertInto('provider_integrations')
    .values({
      ...{ id, provider_id: providerId, address, facility_code: facilityCode, user_name: userName },
      secret_sealed: keyring.seal(place('provider_integrations', 'secret_sealed', id), secret),
      secret_saved_at: new Date(),
    })
    .execute();
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 1 });
  try {
    const { rows } = await pool.query<{ id: string; user_id: string }>(
      `select a.id, a.user_id from acps a join users u on u.id = a.user_id join providers p on p.id = u.provider_id
       where $1 = any(p.path) and a.type = 'active' order by a.id limit $2`,
      [providerId, count],
    );
    if (rows.length < count) throw new Error(`The provider has only ${rows.length} customers`);
    // Without triggers, like the other synthetic customers, because the list is not measured here.
    await pool.query('set session_replication_role = replica');
    for (const { id: acpId } of rows)
      await pool.query(
        `update acps set status = 'complete', plan_version = 1, locked = false, external = false, definition_version = $2,
           answers_sealed = $3, completed_at = now(), updated_at = now() where id = $1`,
        [
          acpId,
          plan.definition_version,
          keyring.sealJson(place('acps', 'answers_sealed', acpId), plan.answers, { kept: true }),
        ],
      );
    await pool.query(
      `insert into integration_links (integration_id, resident_id, user_id, linked_at)
       select $1, 'R-' || n, user_id, now() from unnest($2::uuid[]) with ordinality as made (user_id, n)`,
      [id, rows.map(({ user_id }) => user_id)],
    );
    await pool.query('vacuum analyze acps, integration_links');
  } finally {
    await pool.end();
  }
}

type Status = { sync: { state: string; total: number; done: number; failed: number } | null };

async function api(staff: Staff, path: string, body?: object): Promise<Status> {
  const answer = await fetch(`${staff.origin}/api/integrations/ecase/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { origin: staff.origin, cookie: staff.cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The sync returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Status;
}

/** Starts the sync and waits for its end. */
async function sync(staff: Staff): Promise<NonNullable<Status['sync']>> {
  await api(staff, 'batch-sync', { action: 'start' });
  for (;;) {
    await pause(2_000);
    const { sync: now } = await api(staff, 'batch-sync-status');
    if (now && now.state !== 'running') return now;
  }
}

const times = (run: Run) => `half ${digits(run.p50)} ms, 99 of 100 ${digits(run.p99)} ms`;

async function measure(stage: Stage, residents: number): Promise<Figure[]> {
  const size = { ...largeSize, customers: 20_000, largest: 6_000, small: 20 };
  const providers = await fillWithCustomers(stage.superuserUrl, size);
  await linkResidents(stage, providers.largest, residents);
  const served = await stage.serve('ours');
  const manager = await signedIn(stage, served, providers, 'provideradmin', providers.largest);
  const team = Array.from({ length: callers }, () => manager);
  await runLoad(served.origin, team.map(looking), 5);
  const quiet = await runLoad(served.origin, team.map(looking), quietSeconds);
  const before = memoryOf(served.pid).now;
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(memoryOf(served.pid).now), 500);
  let isOver = false;
  const run = runLoad(served.origin, team.map(looking), () => isOver);
  const started = performance.now();
  const result = await sync(manager).finally(() => {
    isOver = true;
    clearInterval(timer);
  });
  const took = (performance.now() - started) / 1_000;
  const meanwhile = await run;
  if (result.done !== residents) throw new Error(`Of ${residents} plans ${result.done} were sent`);
  const half = memory.length >> 1;
  const mostOf = (part: readonly number[]) => Math.max(...part);
  return [
    {
      name: `sync of ${residents} plans`,
      value: took,
      unit: 's',
      about: `${digits(residents / took)} plans a second, PDFs included`,
    },
    {
      name: 'memory of the server meanwhile',
      value: mostOf(memory) - before,
      unit: 'MB more',
      about: `${digits(before)} MB before; at most ${digits(mostOf(memory.slice(0, half)))} MB in the first half, ${digits(mostOf(memory.slice(half)))} MB in the second`,
    },
    {
      name: 'list of customers meanwhile',
      value: meanwhile.p99 / quiet.p99,
      unit: 'times quiet, 99 of 100',
      goal: { most: 3 },
      about: `quiet ${times(quiet)}; during the sync ${times(meanwhile)}`,
    },
  ];
}

/**
 * Syncs the plans of five thousand linked residents with the simulated residential-care system, while staff read the list of
 * customers. Measures duration, server memory and list times.
 */
export const benchCareSync = (residents = 5_000): Promise<Figure[]> =>
  onStage((stage) => measure(stage, residents));
