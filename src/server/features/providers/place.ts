import * as z from 'zod/mini';
import type { Subjects } from '../../../domain/access/subjects.ts';
import { refuseInvalid } from '../../../domain/errors.ts';
import { deepestLevel } from '../../../domain/providers/tiers.ts';
import { lockStructure } from '../../db/organisation-locks.ts';
import type { Loading } from '../../pipeline/work.ts';

/** Place of a new provider in the tree. */
export type Place = Subjects['place'] & { parentId: string | null; parentArchived: boolean };

const uuid = z.string().check(z.uuid());

/** Loads the place under a provider, or at the top; null for an unknown provider. `lock` prevents other changes of the tree. */
export async function findPlace(
  parentId: string | null,
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
): Promise<Place | null> {
  if (lock) await lockStructure(tx);
  if (parentId === null) return { kind: 'place', providerPath: [], parentId, parentArchived: false };
  if (!z.safeParse(uuid, parentId).success) return null;
  const row = await tx
    .selectFrom('providers')
    .select(['path', 'archived'])
    .where('id', '=', parentId)
    .executeTakeFirst();
  return row ? { kind: 'place', providerPath: row.path, parentId, parentArchived: row.archived } : null;
}

/**
 * Refuses a place under an archived provider, and one below the last level (PROV-01, GAP-94).
 * @throws AppError `invalid` at the field
 */
export function refuseNoPlace({ providerPath, parentArchived }: Place, field: 'form' | 'parent_id'): void {
  if (parentArchived) refuseInvalid([{ field, message: 'error.provider.archived' }]);
  if (providerPath.length >= deepestLevel) refuseInvalid([{ field, message: 'error.provider.tooDeep' }]);
}
