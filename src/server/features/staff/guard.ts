import type { Actor } from '../../../domain/access/actors.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import { AppError } from '../../../domain/errors.ts';
import type { TextKey } from '../../../domain/i18n/texts.ts';
import { leavesNoManager, managesUsers, type Manager } from '../../../domain/staff/last-manager.ts';
import type { Tx } from '../../pipeline/context.ts';
import { findStaffRow, type StaffRow } from './listing/list-store.ts';
import type { StaffSubject } from './subject.ts';
import { customerRole } from '../../db/customer-role.ts';

type Asking = { actor: Actor; tx: Tx; subject: StaffSubject };

/** Creates a refusal with its text and the current row. */
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
 * Refuses a change that was based on a previous status of the account, and any change of a removed person.
 * @throws AppError `conflict` with the current row
 */
export async function refuseStale(
  asking: Asking & { input: { seen?: string | null | undefined } },
  ...possible: AccountStatus[]
): Promise<void> {
  const { input, subject } = asking;
  const isOther = typeof input.seen === 'string' && input.seen !== subject.status;
  if (isOther || !possible.includes(subject.status)) throw await refusal(asking, 'error.user.changed');
}

/** Loads the other managers of a provider's users. */
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
 * Ensures that a manager of the same rank is left for the users of the provider (GAP-99). The staff are locked, so no other
 * manager leaves meanwhile. An archived provider, whose staff cannot sign in, needs none.
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

/** Loads the row after a change. @throws AppError `not-found` */
export async function rowAfter({ actor, tx, subject }: Asking): Promise<StaffRow> {
  const row = await findStaffRow(tx, actor, subject.ownerId);
  if (!row) throw new AppError('not-found');
  return row;
}
