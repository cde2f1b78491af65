import type { Subjects } from '../../../../domain/access/subjects.ts';
import { isPlatformRole } from '../../../../domain/access/actors.ts';
import { AppError } from '../../../../domain/errors.ts';
import { deepestLevel } from '../../../../domain/providers/tiers.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { lockStructure } from '../structure/lock.ts';

/** Where a new provider is to stand. */
export type Place = Subjects['place'] & { parentId: string | null; parentArchived: boolean };

/**
 * The place under a parent; without one the top for those who run the platform, and their own provider for others. Null for a parent
 * that is not there.
 */
export async function findPlace(
  named: string | null | undefined,
  { actor, tx, lock }: Pick<Loading, 'actor' | 'tx' | 'lock'>,
): Promise<Place | null> {
  if (lock) await lockStructure(tx);
  const isPlatform = actor.kind === 'person' && isPlatformRole(actor.role);
  const own = actor.kind === 'person' && !isPlatform ? actor.providerId : null;
  const parentId = named ?? own;
  if (parentId === null) return { kind: 'place', providerPath: [], parentId: null, parentArchived: false };
  const row = await tx
    .selectFrom('providers')
    .select(['path', 'archived'])
    .where('id', '=', parentId)
    .executeTakeFirst();
  return row ? { kind: 'place', providerPath: row.path, parentId, parentArchived: row.archived } : null;
}

/** Refuses a place under an archived provider, and one below the last level (GAP-94). @throws AppError `invalid` at `form` */
export function refuseNoPlace({ providerPath, parentArchived }: Place): void {
  const message = parentArchived
    ? 'error.provider.archived'
    : providerPath.length >= deepestLevel
      ? 'error.provider.tooDeep'
      : null;
  if (message) throw new AppError('invalid', { fields: [{ field: 'form', message }] });
}
