import { CompiledQuery } from 'kysely';
import { can } from '../../../domain/access/access.ts';
import type { Actor, Role } from '../../../domain/access/actors.ts';
import { isConsentDue } from '../../../domain/accounts/consents/consents.ts';
import { consentVersions } from '../../pipeline/consents/consent-versions.ts';
import { isSecondStepDue } from '../../../domain/accounts/sign-in/second-step.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import type { Services } from '../../pipeline/context.ts';
import { findCustomer } from '../../pipeline/subjects.ts';
import { findStaffActor, limitsOf, staffIdle, tokenHashOf } from './api.ts';

const minute = 60_000;

/** Idle and absolute expiry of a session. */
export type SessionEnds = { idle: Date; absolute: Date };

/** The caller. Without a valid session a visitor, with no chosen language. */
export type Session = {
  actor: Actor;
  sessionId: string | null;
  language: Language | null;
  ends: SessionEnds | null;
};

/** The services for finding the actor: `config` decides whether staff must have a second step here (D-12). */
export type Finding = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Config, 'environment' | 'help' | 'company'>;
};

type SessionRow = {
  id: string;
  user_id: string;
  acting_staff_id: string | null;
  together_visit_id: string | null;
  last_seen_at: Date;
  idle_expires_at: Date;
  absolute_expires_at: Date;
  status: string;
  language: Language;
  provider_id: string | null;
  permission_role_id: number;
  second_step_on: boolean;
  eusa_read_version: string | null;
  privacy_policy_read_version: string | null;
  role: Role;
  can_manage_acp: boolean;
  can_manage_all: boolean;
  can_manage_user: boolean;
  provider_archived: boolean | null;
};

// One constant SQL text: every request runs it, and the query builder would take as long as the database.
const findSession = `
  select s.id, s.user_id, s.acting_staff_id, s.together_visit_id, s.last_seen_at, s.idle_expires_at, s.absolute_expires_at,
    u.status, u.language, u.provider_id, u.permission_role_id,
    (u.second_step_on or u.login_provider = 'external') as second_step_on,
    u.eusa_read_version, u.privacy_policy_read_version,
    r.role, r.can_manage_acp, r.can_manage_all, r.can_manage_user, p.archived as provider_archived
  from sessions s
  join users u on u.id = s.user_id
  join permission_roles r on r.id = u.permission_role_id
  left join providers p on p.id = u.provider_id
  where s.token_hash = $1`;

const findLiving = `
  select s.id
  from sessions s
  join users u on u.id = s.user_id
  join permission_roles r on r.id = u.permission_role_id
  left join providers p on p.id = u.provider_id
  left join users staff on staff.id = s.acting_staff_id
  where s.id = any($1::uuid[]) and s.idle_expires_at > $2 and s.absolute_expires_at > $2
    and u.status = 'active' and (r.role = 'user' or p.archived is not true)
    and (staff.id is null or staff.status = 'active')`;

/** The caller without a session. */
export const visitor: Session = { actor: { kind: 'visitor' }, sessionId: null, language: null, ends: null };

/**
 * Returns the person of a session token, with current values: a suspension, a changed role or an archived provider applies from
 * the next request on. One query; a second one for staff in a customer's account or beside the customer, whose permission is checked again each time.
 * Extends the idle expiry, at most once a minute, unless the page made the request without its user (`unattended`).
 */
export async function actorOf(
  services: Finding,
  token: string | null,
  { unattended = false }: { unattended?: boolean } = {},
): Promise<Session> {
  if (!token || token.length > 100) return visitor;
  const { rows } = await services.db.executeQuery<SessionRow>(
    CompiledQuery.raw(findSession, [tokenHashOf(token)]),
  );
  const row = rows[0];
  if (!row || row.status !== 'active') return visitor;
  if (row.role !== 'user' && row.provider_archived) return visitor;
  const now = services.clock();
  if (now >= row.idle_expires_at || now >= row.absolute_expires_at) return visitor;
  const { acting_staff_id: staffId, together_visit_id: visitId, user_id: userId } = row;
  if (staffId !== null && !(await mayStillAct(services, staffId, userId))) return visitor;
  const renews = !unattended && now.getTime() - row.last_seen_at.getTime() >= minute;
  const idle = renews ? extendIdle(services, row, now) : row.idle_expires_at;
  const { can_manage_acp, can_manage_all, can_manage_user } = row;
  const isTogether = staffId !== null && visitId !== null;
  const isInside = staffId !== null && visitId === null;
  return {
    actor: {
      kind: 'person',
      userId,
      role: row.role,
      providerId: row.provider_id,
      ...(row.role !== 'user' && { permissionRoleId: row.permission_role_id }),
      flags: { can_manage_acp, can_manage_all, can_manage_user },
      actingStaffId: isInside ? staffId : null,
      ...(isTogether && { together: { staffId, visitId } }),
      secondStepDue: isSecondStepDue(services.config, row.role, row.second_step_on),
      // Staff in an account can agree only for themselves, which `mayStillAct` checks.
      consentDue: !isInside && isConsentDue(row, consentVersions(services.config)),
    },
    sessionId: row.id,
    language: row.language,
    ends: { idle, absolute: row.absolute_expires_at },
  };
}

/**
 * Returns the sessions that are still valid: not ended, not expired, and without a suspended person. One query for all; `actorOf`
 * applies the finer rules.
 */
export async function livingSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(findLiving, [[...ids], clock()]));
  return new Set(rows.map(({ id }) => id));
}

/** Returns the new expiry. The write is not awaited, and its failure fails no request: the next one extends again. */
function extendIdle(
  { db }: Pick<Services, 'db'>,
  session: { id: string; role: Role; acting_staff_id: string | null; last_seen_at: Date },
  now: Date,
): Date {
  const idle = session.acting_staff_id === null ? limitsOf(session.role).idle : staffIdle;
  const ends = new Date(now.getTime() + idle);
  db.updateTable('sessions')
    .set({ last_seen_at: now, idle_expires_at: ends })
    .where('id', '=', session.id)
    .where('last_seen_at', '=', session.last_seen_at)
    .execute()
    .catch(() => {});
  return ends;
}

/** True if a staff member in a customer's account, or beside the customer, could still enter it, with the current values of both (fault 21). */
async function mayStillAct(
  { db, config }: Pick<Finding, 'db' | 'config'>,
  staffId: string,
  customerId: string,
): Promise<boolean> {
  const [staff, customer] = await Promise.all([
    findStaffActor(db, config, staffId),
    findCustomer(customerId, { tx: db, lock: false }),
  ]);
  return staff !== null && can(staff, 'account.enterCustomer', customer) === 'allow';
}
