import { scopeOf } from '../../../../domain/access/scope.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { fullName } from '../../../../domain/names.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { callerId } from '../../../pipeline/subjects.ts';

/** Loads who makes a paper, with the names of their own provider and of the one that they chose, if they may see it. */
export async function findMade(tx: Tx, actor: Actor, providerId: string | null, now: Date) {
  const person = await tx
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select(['users.first_name', 'users.last_name', 'users.email', 'providers.name as provider'])
    .where('users.id', '=', callerId(actor))
    .executeTakeFirstOrThrow();
  const asked =
    providerId === null
      ? undefined
      : await tx
          .selectFrom('providers')
          .select('name')
          .where('id', '=', providerId)
          .where(providerInScope(scopeOf(actor)))
          .executeTakeFirst();
  return {
    made_by: fullName(person) || person.email,
    own_provider: person.provider,
    provider: asked?.name ?? null,
    made_at: now,
  };
}
