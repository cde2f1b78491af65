import { can } from '../../../domain/access.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Context } from '../../context.ts';
import { medicarePlace } from './card-secrets.ts';

/**
 * The last three digits of a person's Medicare number: all of it that a screen ever shows (security 37). Null without one,
 * and for a staff member in the person's account.
 * @throws AppError for everybody but the person
 */
export async function findMedicareEnd({ services, actor }: Context, userId: string): Promise<string | null> {
  const decision = can(actor, 'account.read', { ownerId: userId });
  if (decision !== 'allow') throw new AppError(decision);
  if (actor.kind === 'person' && actor.actingStaffId !== null) return null;
  const { medicare_sealed } = await services.db
    .selectFrom('users')
    .select('medicare_sealed')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return medicare_sealed && services.keyring.open(medicarePlace(userId), medicare_sealed).slice(-3);
}
