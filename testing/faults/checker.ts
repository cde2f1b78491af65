import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { verifyAudit } from '../../src/server/pipeline/audit/audit-verify.ts';
import type { Services } from '../../src/server/pipeline/context.ts';
import { place } from '../../src/server/db/sealing/sealed-columns.ts';
import type { Acknowledged } from './saving.ts';

/** Time after which an event that the relay has not processed counts as lost, in milliseconds. */
const relayPatience = 15_000;

type Checked = Pick<Services, 'db' | 'keyring' | 'secrets'>;
type Plan = {
  id: string;
  user_id: string;
  type: string;
  status: string;
  version: number;
  plan_version: number;
  answers_sealed: Buffer;
  snapshot_sealed: Buffer | null;
  snapshot_sha256: Buffer | null;
};

/**
 * Checks the invariants that must hold after every fault. Returns one line for each violation, and [] if there is none.
 * The server of this database must be running, because its relay has to empty the outbox.
 */
export async function findProblems(
  services: Checked,
  acknowledged: readonly Acknowledged[],
  patience = relayPatience,
): Promise<string[]> {
  const { db } = services;
  const plans: Plan[] = await db
    .selectFrom('acps')
    .select([
      'id',
      'user_id',
      'type',
      'status',
      'version',
      'plan_version',
      'answers_sealed',
      'snapshot_sealed',
      'snapshot_sha256',
    ])
    .execute();
  const audit = await verifyAudit(db, services.secrets);
  return [
    ...audit.faults.map(({ chain, seq }) => `the trail of ${chain} does not hold from ${seq} on`),
    ...plans.flatMap((plan) => halfWritten(services, plan)),
    ...missingSaves(services, plans, acknowledged),
    ...(await versionsWithoutRecord(services, plans)),
    ...missingRevisions(plans),
    ...(await filesAgainstPlans(services)),
    ...(await wrongCounts(services)),
    ...(await forgottenEvents(services, patience)),
  ];
}

/** Finds a plan with a sealed value that does not open, or with signed rows that do not match the status or the hash. */
function halfWritten({ keyring }: Checked, plan: Plan): string[] {
  try {
    keyring.openJson(place('acps', 'answers_sealed', plan.id), plan.answers_sealed);
    const signed =
      plan.snapshot_sealed && keyring.open(place('acps', 'snapshot_sealed', plan.id), plan.snapshot_sealed);
    if ((plan.status === 'complete') !== (signed !== null))
      return [`plan ${plan.id} is ${plan.status}, its signed rows say otherwise`];
    if (signed === null) return [];
    const hash = createHash('sha256').update(signed, 'utf8').digest();
    return plan.snapshot_sha256?.equals(hash) ? [] : [`the signed rows of ${plan.id} have another hash`];
  } catch (error) {
    return [`plan ${plan.id} does not open: ${(error as Error).message}`];
  }
}

/** Finds acknowledged saves that are missing. A later save may replace a draft; a signed plan keeps each earlier version. */
function missingSaves(
  { keyring }: Checked,
  plans: readonly Plan[],
  acknowledged: readonly Acknowledged[],
): string[] {
  const textOf = (plan: Plan) => {
    try {
      return keyring.openJson<{ explanations?: string }>(
        place('acps', 'answers_sealed', plan.id),
        plan.answers_sealed,
      ).explanations;
    } catch {
      return undefined;
    }
  };
  const active = new Map(plans.filter(({ type }) => type === 'active').map((plan) => [plan.id, plan]));
  const kept = new Map(plans.map((plan) => [`${plan.user_id} ${plan.version}`, plan]));
  return acknowledged.flatMap(({ acpId, version, text }) => {
    const plan = active.get(acpId);
    if (!plan) return [`plan ${acpId} is gone`];
    if (plan.version < version)
      return [`save ${version} of ${acpId} was acknowledged, the plan is at ${plan.version}`];
    const state =
      plan.status === 'complete' || plan.version === version
        ? kept.get(`${plan.user_id} ${version}`)
        : undefined;
    if (plan.status === 'draft' && plan.version > version) return [];
    return state && textOf(state) === text
      ? []
      : [`save ${version} of ${acpId} was acknowledged with other words`];
  });
}

/** Finds plans whose versions do not have exactly one audit row each, in order. */
async function versionsWithoutRecord({ db }: Checked, plans: readonly Plan[]): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['chain', 'details'])
    .where('action', 'in', ['updateAnswers', 'updateProfile', 'updateUser'])
    .orderBy('seq')
    .execute();
  const byChain = Map.groupBy(rows, ({ chain }) => chain);
  return plans
    .filter(({ type }) => type === 'active')
    .flatMap(({ user_id, version }) => {
      // The row of a profile change that does not change the plan has no version.
      const versions = (byChain.get(user_id) ?? []).flatMap(({ details }) => details['version'] ?? []);
      const expected = Array.from({ length: version }, (_, index) => index + 1);
      return JSON.stringify(versions) === JSON.stringify(expected)
        ? []
        : [`the plan of ${user_id} is at ${version}, the trail has ${versions.length} saves`];
    });
}

/** Finds plans that do not keep each earlier signed version exactly once. */
function missingRevisions(plans: readonly Plan[]): string[] {
  const revisions = Map.groupBy(
    plans.filter(({ type }) => type === 'revision'),
    ({ user_id }) => user_id,
  );
  return plans
    .filter(({ type }) => type === 'active')
    .flatMap(({ user_id, plan_version }) => {
      const kept = new Set((revisions.get(user_id) ?? []).map((revision) => revision.plan_version));
      const expected = Math.max(0, plan_version - 1);
      return kept.size === expected
        ? []
        : [`${user_id} signed ${plan_version} states, ${kept.size} earlier ones are kept`];
    });
}

/** Finds users whose number of active questionnaire files differs from their number of signed plans. */
async function filesAgainstPlans({ db }: Checked): Promise<string[]> {
  const { rows } = await sql<{ id: string; plans: number; files: number }>`
    select u.id,
      (select count(*)::int from acps where user_id = u.id and type = 'active' and status = 'complete') as plans,
      (select count(*)::int from files where user_id = u.id and is_questionnaire and is_active) as files
    from users u`.execute(db);
  return rows
    .filter(({ plans, files }) => plans !== files)
    .map(({ id, plans, files }) => `${id} has ${plans} signed plans and ${files} files of one`);
}

/** Finds wrong counters: the head of an audit chain, and the lines of activity (one for each signed change). */
async function wrongCounts({ db }: Checked): Promise<string[]> {
  const { rows: heads } = await sql<{ chain: string }>`
    select h.chain from audit_heads h
    where h.seq <> (select count(*) from audit_log l where l.chain = h.chain)`.execute(db);
  const { rows: activities } = await sql<{ user_id: string }>`
    select a.user_id from acps a
    where a.type = 'active' and a.plan_version <> (
      select count(*) from recent_activities r where r.user_id = a.user_id and r.template in ('ACP_COMPLETED', 'ACP_UPDATED'))`.execute(
    db,
  );
  return [
    ...heads.map(({ chain }) => `the head of ${chain} counts other rows than there are`),
    ...activities.map(
      ({ user_id }) => `the activities of ${user_id} tell of more or fewer signed changes than there are`,
    ),
  ];
}

/** Waits until the relay has emptied the outbox, and returns a problem when events are left after `patience` milliseconds. */
async function forgottenEvents({ db }: Checked, patience: number): Promise<string[]> {
  const until = Date.now() + patience;
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from outbox`.execute(db);
    const waiting = rows[0]?.waiting ?? 0;
    if (waiting === 0) return [];
    if (Date.now() > until) return [`${waiting} events wait in the outbox`];
    await pause(100);
  }
}
