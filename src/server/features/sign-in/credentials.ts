import { sql } from 'kysely';
import type { Role } from '../../../domain/access/actors.ts';
import type { Tx } from '../../pipeline/context.ts';

/** Data on which sign-in and recovery decide. */
export type Credentials = {
  id: string;
  email: string;
  status: 'invited' | 'active' | 'suspended' | 'archived';
  role: Role;
  password_hash: string | null;
  legacy_reset: boolean;
  email_verified_at: Date | null;
  second_step_on: boolean;
  provider_archived: boolean;
  login_provider: 'password' | 'external' | 'social';
};

const credentials = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id',
      'users.email',
      'users.status',
      'permission_roles.role',
      'users.password_hash',
      'users.legacy_reset',
      'users.email_verified_at',
      'users.second_step_on',
      'users.login_provider',
      sql<boolean>`coalesce(providers.archived, false)`.as('provider_archived'),
    ]);

/** Loads the account of an address; an account from the earlier system is also found by its address there (GAP-14). */
export async function findCredentials(
  tx: Tx,
  email: string,
  options: { legacy: 'always' | 'untilReset' },
): Promise<Credentials | null> {
  const rows = await credentials(tx)
    .where((where) => {
      const old = where('users.legacy_email', '=', email);
      return where.or([
        where('users.email', '=', email),
        options.legacy === 'always' ? old : where.and([old, where('users.legacy_reset', '=', true)]),
      ]);
    })
    .limit(5)
    .execute();
  return rows.find((row) => row.email === email) ?? rows[0] ?? null;
}

/** Does the same by id. */
export async function findCredentialsById(tx: Tx, userId: string): Promise<Credentials | null> {
  return (await credentials(tx).where('users.id', '=', userId).executeTakeFirst()) ?? null;
}

/** Does the same by id, locked against other changes until the transaction ends. */
export async function getCredentialsForChange(tx: Tx, userId: string): Promise<Credentials> {
  return credentials(tx).where('users.id', '=', userId).forUpdate('users').executeTakeFirstOrThrow();
}

/** Does the same; null if the account is deleted. */
export async function findCredentialsForChange(tx: Tx, userId: string): Promise<Credentials | null> {
  const found = await credentials(tx).where('users.id', '=', userId).forUpdate('users').executeTakeFirst();
  return found ?? null;
}

/** Whether a person can sign in at all: an active person, and for staff the provider is not archived. */
export function mayEnter({ status, role, provider_archived }: Credentials): boolean {
  return status === 'active' && (role === 'user' || !provider_archived);
}
