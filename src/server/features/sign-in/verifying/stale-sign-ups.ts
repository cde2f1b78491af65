import { sql } from 'kysely';
import { signUpWaitsDays } from '../../../../domain/accounts/sign-up.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Maximum number of sign-ups that one statement finds. */
const batchSize = 500;

/**
 * Loads the ids of sign-ups whose address was not checked in time, and without a valid mailed link: a batch in the order of their
 * ids, after one of them, or one alone.
 */
export async function findStaleSignUps(
  tx: Tx,
  now: Date,
  which: { after: string | null } | { id: string },
): Promise<string[]> {
  const before = new Date(now.getTime() - signUpWaitsDays * 24 * 60 * 60_000);
  let query = tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .select('users.id')
    .where('users.email_verified_at', 'is', null)
    .where('users.status', '=', 'active')
    .where('users.password_hash', 'is not', null)
    .where('permission_roles.role', '=', 'user')
    .where(sql<Date>`greatest(users.created_at, users.invite_accepted_date)`, '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('one_time_tokens')
            .select('one_time_tokens.id')
            .whereRef('one_time_tokens.user_id', '=', 'users.id')
            .where('one_time_tokens.used_at', 'is', null)
            .where('one_time_tokens.expires_at', '>', now),
        ),
      ),
    );
  if ('id' in which) query = query.where('users.id', '=', which.id);
  else if (which.after !== null) query = query.where('users.id', '>', which.after);
  const rows = await query.orderBy('users.id').limit(batchSize).execute();
  return rows.map(({ id }) => id);
}
