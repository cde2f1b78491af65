import type { Actor } from '../../../domain/access/actors.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import { AppError } from '../../../domain/errors.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { leavesNoManager, managesUsers, type Manager } from '../../../domain/staff/last-manager.ts';
import type { Tx } from '../../pipeline/context.ts';
import { findStaffRow, type StaffRow } from './list-store.ts';
import type { StaffSubject } from './subject.ts';
import { customerRole } from '../../db/customer-role.ts';

type Asking = { actor: Actor; tx: Tx; subject: StaffSubject };

/** A refusal with the words for it and the row as it is now. */
export async function refusal(
  { actor, tx, subject }: Asking,
  message: TextKey,
  params?: Record<string, string>,
): Promise<AppError> {
  return new AppError('conflict', {
    fields: [{ field: 'form', message, ...(params && { params }) }],
    details: { user: await findStaffRow(tx, actor, subject.ownerId) },
  });
}

/**
 * Refuses what was decided by a status that the account has no longer, and anything but reading where the person was removed.
 * @throws AppError `conflict` with the row as it is now
 */
export async function refuseStale(
  asking: Asking & { input: { seen?: string | null | undefined } },
  ...possible: AccountStatus[]
): Promise<void> {
  const { input, subject } = asking;
  const isOther = typeof input.seen === 'string' && input.seen !== subject.status;
  if (isOther || !possible.includes(subject.status)) throw await refusal(asking, 'error.user.changed');
}

/** The others who manage the users of a provider. */
async function otherManagers(tx: Tx, { ownerId, provider_id }: StaffSubject): Promise<Manager[]> {
  const rows = await tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .select([
      'users.status',
      'users.permission_role_id',
      'permission_roles.role',
      'permission_roles.can_manage_user',
    ])
    .where('users.provider_id', '=', provider_id)
    .where('users.permission_role_id', '<>', customerRole)
    .where('users.id', '<>', ownerId)
    .where('users.status', '=', 'active')
    .where('permission_roles.can_manage_user', '=', true)
    .execute();
  return rows.map(({ can_manage_user, ...rest }) => ({ ...rest, flags: { can_manage_user } }));
}

/**
 * Keeps a manager of the same rank for the users of the provider (GAP-99). The staff are locked, so no other manager leaves
 * meanwhile. An archived provider, whose staff cannot sign in, needs none.
 * @throws AppError `invalid`
 */
export async function refuseLastManager(
  tx: Tx,
  subject: StaffSubject,
  after: Manager | null,
  field: 'form' | 'permission_role_id',
): Promise<void> {
  if (subject.provider_id === null || subject.providerArchived || !managesUsers(subject)) return;
  if (leavesNoManager(subject, after, await otherManagers(tx, subject)))
    throw new AppError('invalid', { fields: [{ field, message: 'error.user.lastManager' }] });
}

/** The row after a change. @throws AppError `not-found` */
export async function rowAfter({ actor, tx, subject }: Asking): Promise<StaffRow> {
  const row = await findStaffRow(tx, actor, subject.ownerId);
  if (!row) throw new AppError('not-found');
  return row;
}
