import { sql } from 'kysely';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { StaffJob } from '../../../domain/staff/jobs.ts';
import { customerRole } from '../../db/customer-role.ts';
import { lockStaff } from '../../db/organisation-locks.ts';
import type { Loading } from '../../pipeline/work.ts';

/** A staff member, with the data that decides which actions are available. */
export type StaffSubject = Subjects['staff'] & {
  first_name: string | null;
  last_name: string | null;
  email: string;
  phone: string | null;
  job: StaffJob | null;
  language: Language;
  providerArchived: boolean;
  isContact: boolean;
  second_step_on: boolean;
  invitation_id: string | null;
  invite_date: Date | null;
  invite_accepted_date: Date | null;
  updated_at: Date;
};

/**
 * Refuses a caller who was suspended, removed or given another role since the request was read: when two staff members change
 * each other at the same moment, only the first change counts.
 * @throws AppError `unauthenticated`; `forbidden` with another role than before
 */
async function refuseGone({ actor, tx }: Pick<Loading, 'actor' | 'tx'>): Promise<void> {
  if (actor.kind !== 'person') return;
  const caller = await tx
    .selectFrom('users')
    .select(['status', 'permission_role_id'])
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  if (caller?.status !== 'active') throw new AppError('unauthenticated');
  const isSameRole =
    actor.permissionRoleId === undefined || actor.permissionRoleId === caller.permission_role_id;
  if (!isSameRole) throw new AppError('forbidden');
}

/** Locks the staff for a change by a caller whose role is still the same. @throws AppError `unauthenticated`, `forbidden` */
export async function lockStaffFor(loading: Pick<Loading, 'actor' | 'tx'>): Promise<void> {
  await lockStaff(loading.tx);
  await refuseGone(loading);
}

/**
 * Loads a staff member by id; null for an unknown id, and for a customer. When a change follows, locks out other changes of staff
 * until the transaction ends.
 */
async function findStaffSubject(id: string, loading: Loading): Promise<StaffSubject | null> {
  const { tx, lock } = loading;
  if (lock) await lockStaffFor(loading);
  const found = tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id as ownerId',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.phone',
      'users.role as job',
      'users.language',
      'users.status',
      'users.permission_role_id',
      'users.provider_id',
      'users.second_step_on',
      'users.invitation_id',
      'users.invite_date',
      'users.invite_accepted_date',
      'users.updated_at',
      'permission_roles.role',
      'permission_roles.can_manage_acp',
      'permission_roles.can_manage_all',
      'permission_roles.can_manage_user',
      sql<string[]>`coalesce(providers.path, '{}')`.as('providerPath'),
      sql<boolean>`coalesce(providers.archived, false)`.as('providerArchived'),
      sql<boolean>`exists (select 1 from providers led where led.contact_id = users.id)`.as('isContact'),
    ])
    .where('users.id', '=', id)
    .where('users.permission_role_id', '<>', customerRole);
  const row = await (lock ? found.forUpdate('users') : found).executeTakeFirst();
  if (!row) return null;
  const { can_manage_acp, can_manage_all, can_manage_user, ...rest } = row;
  return { kind: 'staff', flags: { can_manage_acp, can_manage_all, can_manage_user }, ...rest };
}

/** Loads a staff member by the input's id. */
export const staffById = (input: { id: string }, loading: Loading): Promise<StaffSubject | null> =>
  findStaffSubject(input.id, loading);
