import { can } from '../../../domain/access/access.ts';
import type { Context } from '../../pipeline/context.ts';
import { refusedAccess } from '../../pipeline/access-denied-log.ts';
import { medicarePlace } from '../emergency-card/secrets.ts';

/**
 * The last three digits of a person's Medicare number: all of it that a screen ever shows (security 37). Null without one,
 * and for a staff member in the person's account.
 * @throws AppError for everybody but the person
 */
export async function findMedicareEnd(context: Context, userId: string): Promise<string | null> {
  const { services, actor } = context;
  const decision = can(actor, 'account.read', { ownerId: userId });
  if (decision !== 'allow')
    throw refusedAccess(context, { name: 'user.medicare_last3', action: 'account.read' }, decision);
  if (actor.kind === 'person' && actor.actingStaffId !== null) return null;
  const { medicare_sealed } = await services.db
    .selectFrom('users')
    .select('medicare_sealed')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return medicare_sealed && services.keyring.open(medicarePlace(userId), medicare_sealed).slice(-3);
}
