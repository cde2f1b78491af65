import { sql } from 'kysely';
import { isDuplicateRecord } from '../../../db/duplicate-record.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import { planStateOf, type PlanProgress, type PlanState } from '../../../../domain/customers/plan-state.ts';
import type { CheckProblem } from '../../../../domain/files/check-problems.ts';
import { isPlaceholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import { fullName } from '../../../../domain/names.ts';
import { stepProgress, visibleSteps } from '../../../../domain/questionnaire/answering/completeness.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { isOldPlan } from '../customer-sql.ts';
import { findActiveOf } from '../../acp/api.ts';

/** A customer as staff see them on the customer's page (ENT-07), without their answers. */
export type CustomerPerson = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  /** Null for a placeholder address. */
  email: string | null;
  placeholder_email: boolean;
  designated_email: boolean;
  image: string | null;
  phone: string | null;
  dob: string | null;
  customer_id: string | null;
  room: string | null;
  provider_id: string | null;
  provider: string | null;
  /** Care facility of the customer. */
  facility_id: string | null;
  facility: string | null;
  customer_status: AccountStatus;
  /** Whether the record is archived because another one of the person is kept (N-13). */
  is_duplicate: boolean;
  created_at: Date;
  invite_date: Date | null;
  trial_end_date: string | null;
  next_billing_date: string | null;
  integrations: string[];
  health_record_confirm_date: Date | null;
  donor_confirm_date: Date | null;
  for_my_self: boolean;
  account_owner: string;
};

/** State of a customer's plan, without the answers. */
export type CustomerPlan = {
  id: string;
  state: PlanState;
  status: 'draft' | 'complete';
  version: number;
  plan_version: number;
  language: 'en' | 'zh';
  signed_at: Date | null;
  changed_at: Date;
  changed_by: string | null;
  restored_at: Date | null;
  locked: boolean;
  locked_at: Date | null;
  locked_by: string | null;
  external: boolean;
  /** Whether the plan is complete and was last changed so long ago that it is due for review. */
  look_again: boolean;
  steps_done: number;
  steps_total: number;
  /** Name of the person who recorded the plan for the customer, as signed; null for a plan of one's own. */
  recorder: string | null;
};

type PersonRow = Omit<CustomerPerson, 'email' | 'placeholder_email' | 'designated_email' | 'integrations'> & {
  email: string;
  email_designated_at: Date | null;
  integrations: unknown[];
};

const typeOf = (integration: unknown): string[] =>
  typeof integration === 'object' && integration !== null && 'type' in integration
    ? [String(integration.type)]
    : [];

/** Loads the person of a customer. The caller checks access. */
export async function getPerson(tx: Tx, userId: string): Promise<CustomerPerson> {
  const row: PersonRow = await tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .leftJoin('customer_providers', 'customer_providers.id', 'users.customer_provider_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email', 'users.email_designated_at'])
    .select(['users.image', 'users.phone', 'users.dob', 'users.customer_id', 'users.room'])
    .select(['users.provider_id'])
    .select(['users.status as customer_status', 'users.created_at', 'users.invite_date'])
    .select([
      'users.trial_end_date',
      'users.next_billing_date',
      'users.integrations',
      'users.health_record_confirm_date',
    ])
    .select(['users.donor_confirm_date', 'users.for_my_self', 'users.account_owner'])
    .select(['providers.name as provider', 'users.customer_provider_id as facility_id'])
    .select('customer_providers.provider_name as facility')
    .select(isDuplicateRecord('users.id').as('is_duplicate'))
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const { email, email_designated_at, integrations, ...person } = row;
  const placeholder_email = isPlaceholderEmail(email);
  return {
    ...person,
    email: placeholder_email ? null : email,
    placeholder_email,
    designated_email: email_designated_at !== null,
    integrations: integrations.flatMap(typeOf),
  };
}

/** Returns the name of the person who last signed or changed a plan. */
async function findChanger(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('recent_activities')
    .innerJoin('users as actor', 'actor.id', 'recent_activities.actor_id')
    .select(['actor.first_name', 'actor.last_name'])
    .where('recent_activities.user_id', '=', userId)
    .where('template', 'in', ['ACP_COMPLETED', 'ACP_UPDATED'])
    .orderBy('recent_activities.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? fullName(row) || null : null;
}

/** Computes the state of the plan from a customer's files, as the table shows it: the same as the row of `customer_list`. */
async function findProgress(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ plan: PlanProgress; review: boolean; look_again: boolean }> {
  const row = await tx
    .selectFrom('customer_list')
    .select(['plan', 'review'])
    .select(isOldPlan({ now }).as('look_again'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { plan: row?.plan ?? 'none', review: row?.review ?? false, look_again: row?.look_again ?? false };
}

/** Loads the state of a customer's plan; null without a plan. */
export async function findPlan(
  tx: Tx,
  services: Pick<Services, 'keyring' | 'clock'>,
  person: Pick<CustomerPerson, 'id' | 'provider_id' | 'for_my_self'>,
): Promise<CustomerPlan | null> {
  const [acp, progress, changed_by] = await Promise.all([
    findActiveOf(tx, services, person.id),
    findProgress(tx, person.id, services.clock()),
    findChanger(tx, person.id),
  ]);
  if (!acp) return null;
  const locker =
    acp.locked_by === null
      ? undefined
      : await tx
          .selectFrom('users')
          .select(['first_name', 'last_name'])
          .where('id', '=', acp.locked_by)
          .executeTakeFirst();
  const steps = visibleSteps({ providerCustomer: person.provider_id !== null });
  const { locked, status } = acp;
  const isDone = progress.plan === 'complete' || status === 'complete' || acp.external;
  return {
    id: acp.id,
    state: planStateOf(isDone ? 'complete' : progress.plan, { locked, review: progress.review }),
    status,
    version: acp.version,
    plan_version: acp.plan_version,
    language: acp.language,
    signed_at: status === 'complete' ? acp.completed_at : null,
    changed_at: acp.updated_at,
    changed_by,
    restored_at: acp.restored_at,
    locked,
    locked_at: acp.locked_at,
    locked_by: locker ? fullName(locker) || null : null,
    external: acp.external,
    look_again: progress.look_again,
    // A signed plan counts as complete in every step, even if optional answers are missing.
    steps_done:
      status === 'complete'
        ? steps.length
        : steps.filter((step) => stepProgress(step, acp.answers).status === 'done').length,
    steps_total: steps.length,
    recorder: person.for_my_self ? null : (acp.answers.confirmName ?? null),
  };
}

/** A file of a customer as staff see it. `eol`: an end-of-life document, which staff keep for the person (CON-36). */
export type CustomerFile = {
  id: string;
  key: string;
  category: string;
  document_type: string | null;
  file_name: string;
  size: number | null;
  eol: boolean;
  added_at: Date;
  added_by: string | null;
  reviewed_at: Date | null;
  reviewed_by: string | null;
  /** Waits for a check by staff (GAP-83). */
  waits: boolean;
};

/** Maximum number of documents in a list: as many as a person can have. */
const listAtMost = 500;

/**
 * Loads the current documents of a customer, newest first. Excludes videos, which are only for the contacts with whom the person
 * shares them.
 */
export async function findFiles(tx: Tx, userId: string): Promise<CustomerFile[]> {
  type Names = Record<'a_first' | 'a_last' | 'r_first' | 'r_last', string | null>;
  const { rows } = await sql<Omit<CustomerFile, 'added_by' | 'reviewed_by'> & Names>`
    select f.id, coalesce(f.s3_key, f.id::text) as key, f.category, f.document_type, f.file_name, f.size, f.is_eol as eol,
      coalesce(f.activated_timestamp, f.created_at) as added_at, f.reviewed_at,
      f.category = 'ACP' and f.reviewed_at is null as waits,
      a.first_name as a_first, a.last_name as a_last, r.first_name as r_first, r.last_name as r_last
    from files f
    left join users a on a.id = f.added_by
    left join users r on r.id = f.reviewed_by
    where f.user_id = ${userId} and f.is_active and f.is_uploaded and not f.is_questionnaire and f.category <> 'WISHES'
    order by f.activated_timestamp desc, f.id limit ${listAtMost}`.execute(tx);
  return rows.map(({ a_first, a_last, r_first, r_last, ...file }) => ({
    ...file,
    added_by: fullName({ first_name: a_first, last_name: a_last }) || null,
    reviewed_by: fullName({ first_name: r_first, last_name: r_last }) || null,
  }));
}

/** A document that staff sent and a job checks, or refused. */
export type WaitingDocument = { id: string; file_name: string; problem: CheckProblem | null };

/** End-of-life documents of a customer that are still being checked, or were refused after that, newest first. */
export async function findWaitingDocuments(tx: Tx, userId: string): Promise<WaitingDocument[]> {
  const { rows } = await sql<WaitingDocument>`
    select f.id, f.file_name, u.problem
    from file_uploads u join files f on f.id = u.file_id
    where u.user_id = ${userId} and f.is_eol and u.checking_since is not null
    order by u.checking_since desc, f.id limit ${listAtMost}`.execute(tx);
  return rows;
}

/** An earlier signed version of a customer's plan, without the answers. */
export type CustomerVersion = {
  id: string;
  plan_version: number;
  language: 'en' | 'zh';
  signed_at: Date | null;
  changed_at: Date;
  replaced_at: Date | null;
  restored_from: number | null;
};

export type Window = { offset: number; limit: number };

/** Loads earlier signed versions of a customer's plan, newest first, and their number. */
export async function findVersions(
  tx: Tx,
  userId: string,
  { offset, limit }: Window,
): Promise<{ count: number; data: CustomerVersion[] }> {
  const versions = tx
    .selectFrom('acps')
    .where('user_id', '=', userId)
    .where('type', '=', 'revision')
    .where('status', '=', 'complete');
  const [{ count }, data] = await Promise.all([
    versions.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
    versions
      .select(['id', 'plan_version', 'language', 'completed_at as signed_at', 'updated_at as changed_at'])
      .select(['kept_at as replaced_at', 'restored_from'])
      .orderBy('plan_version', 'desc')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
  ]);
  return { count, data };
}
