import { sql } from 'kysely';
import type { Actor } from '../../../domain/access/actors.ts';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { allowsScope, type ClinicalType } from '../../../domain/clinical/scopes.ts';
import { AppError } from '../../../domain/errors.ts';
import { ClinicalRefusal } from '../../../domain/fhir/outcome.ts';
import type { Resident } from '../../../domain/fhir/records/patient.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { Loading } from '../../pipeline/work.ts';

/** A clinical system with an access token. */
export type ClinicalSystem = Extract<Actor, { kind: 'clinicalSystem' }>;

/**
 * Checks that the token of a clinical system has the scope for a kind of resource. Other callers pass: the access rules refuse them.
 * @throws AppError `forbidden`
 */
export function requireScope(actor: Actor, type: ClinicalType, permission: 'r' | 's'): void {
  if (actor.kind === 'clinicalSystem' && !allowsScope(actor.scopes, type, permission))
    throw new AppError('forbidden');
}

/** Returns the calling clinical system. @throws AppError `unauthenticated` for any other caller */
export function systemOf({ actor }: { actor: Actor }): ClinicalSystem {
  if (actor.kind !== 'clinicalSystem') throw new AppError('unauthenticated');
  return actor;
}

/** A customer of a provider, as the provider's clinical systems see them. */
export type ResidentSubject = Subjects['customer'] & Resident & { updated_at: Date };

/** Selects customers with the columns of a resident. Sign-ups that wait for their mail are in no list, so they are not here (D-39). */
export const residents = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('customer_list', 'customer_list.user_id', 'users.id')
    .innerJoin('permission_roles', 'permission_roles.id', 'users.permission_role_id')
    .innerJoin('providers', 'providers.id', 'users.provider_id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.dob',
      'users.gender',
      'users.postcode',
    ])
    .select(['users.customer_id', 'providers.id as provider_id', 'providers.name as provider'])
    .select(['users.status', 'users.updated_at', 'providers.path as providerPath', 'permission_roles.role'])
    .select(sql<boolean>`users.removal_requested_at is not null`.as('is_removed'));

/**
 * Whether a clinical system read a person who is deleted now, and who was not moved after that: a deletion at another provider is not its
 * business. The audit trail outlives the account, without the person's data.
 */
async function wasReadBefore(tx: Tx, id: string, { clientId }: ClinicalSystem): Promise<boolean> {
  const { rows } = await sql<{ is_deleted: boolean }>`
    select not exists (select 1 from users where id = ${id}::uuid) and exists (
      select 1 from audit_log reading
      where chain = ${id} and actor_kind = 'clinicalSystem' and actor_id = ${clientId}::uuid and not exists (
        select 1 from audit_log moving where moving.chain = ${id} and moving.seq > reading.seq
          and moving.action in ('moveCustomers', 'undoCustomerMove', 'deleteProvider'))
    ) as is_deleted`.execute(tx);
  return rows[0]?.is_deleted === true;
}

/**
 * Loads a resident in every state of the account. Returns null for an unknown id; the access rules refuse residents of others alike.
 * @throws AppError `forbidden` without the scope
 * @throws ClinicalRefusal 410 for a deleted person whom this system read before; for others such an id is unknown
 */
export async function findResident(
  id: string,
  { tx, lock, actor }: Pick<Loading, 'tx' | 'lock' | 'actor'>,
  scope: { type: ClinicalType; permission: 'r' | 's' },
): Promise<ResidentSubject | null> {
  requireScope(actor, scope.type, scope.permission);
  const found = residents(tx).where('users.id', '=', id);
  const row = await (lock ? found.forNoKeyUpdate('users') : found).executeTakeFirst();
  if (row) return { kind: 'customer', ownerId: row.id, ...row };
  if (actor.kind === 'clinicalSystem' && (await wasReadBefore(tx, id, actor)))
    throw new ClinicalRefusal(410, 'deleted', 'The record was deleted.');
  return null;
}
