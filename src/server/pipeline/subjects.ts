import { sql } from 'kysely';
import type { Actor, Role } from '../../domain/access/actors.ts';
import type { Subjects } from '../../domain/access/subjects.ts';
import type { AccountStatus } from '../../domain/customers/status.ts';
import { AppError } from '../../domain/errors.ts';
import type { Loading } from './work.ts';

/*
 * Loaders for the subjects of operations, by kind. A loader that reads the row that its operation changes is in the store of its
 * feature.
 */

/** A person's account by id. */
export const account = (ownerId: string): Subjects['account'] => ({ kind: 'account', ownerId });

/** The plan of a person by the person's id. */
export const planOf = (ownerId: string): Subjects['plan'] => ({ kind: 'plan', ownerId });

/** Returns the caller's own account; null for callers without one. */
export const ownAccount = (_: unknown, { actor }: { actor: Actor }): Subjects['account'] | null =>
  actor.kind === 'person' ? account(actor.userId) : null;

/** Returns the account that the call names, or the caller's own. */
export const namedAccount = (
  named: string | null | undefined,
  loading: { actor: Actor },
): Subjects['account'] | null => (named ? account(named) : ownAccount(null, loading));

/** Returns the caller's id, for operations that only people can call. @throws AppError `unauthenticated` for other callers */
export function callerId(actor: Actor): string {
  if (actor.kind !== 'person') throw new AppError('unauthenticated');
  return actor.userId;
}

/** For operations without a subject. */
export const nothing = (): null => null;

/** A customer as seen by staff with access to the account. */
export type Customer = Subjects['customer'] & {
  first_name: string | null;
  last_name: string | null;
  email: string;
  status: AccountStatus;
  email_verified_at: Date | null;
  provider_id: string | null;
  provider_name: string | null;
  role: Role;
};

/** Loads a person by id, with the facts that decide access to the account; null for an unknown id. */
export async function findCustomer(
  id: string,
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
): Promise<Customer | null> {
  const found = tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id as ownerId',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.status',
      'users.email_verified_at',
      'users.provider_id',
      'providers.name as provider_name',
      'permission_roles.role',
      sql<string[]>`coalesce(providers.path, '{}')`.as('providerPath'),
    ])
    .where('users.id', '=', id);
  const row = await (lock ? found.forUpdate('users') : found).executeTakeFirst();
  return row ? { kind: 'customer', ...row } : null;
}
