import { sql } from 'kysely';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import { AppError } from '../../../../domain/errors.ts';
import { lockStaff, lockStructure } from '../../../db/organisation-locks.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Loading } from '../../../pipeline/work.ts';

/** A provider whose place in the tree is to change, with its current state. */
export type StructureSubject = Subjects['provider'] & {
  name: string;
  parentId: string | null;
  archived: boolean;
  /** Number of saves. */
  version: number;
};

/**
 * Loads a provider by id, an archived one too; null for an unknown one. `lock` prevents other changes of the tree and of the
 * provider itself. Sign-ups can still be added to it: they only prevent that it is deleted.
 */
export async function findStructureSubject(
  id: string,
  { tx, lock, actor }: Pick<Loading, 'tx' | 'lock' | 'actor'>,
): Promise<StructureSubject | null> {
  if (actor.kind !== 'person' || actor.role === 'user') return null;
  if (lock) {
    await lockStructure(tx);
    // These changes move staff, sign them out, or change who manages a provider.
    await lockStaff(tx);
  }
  const query = tx
    .selectFrom('providers')
    .select([
      'id as providerId',
      'path as providerPath',
      'parent_id as parentId',
      'name',
      'archived',
      'version',
    ])
    .where('id', '=', id);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  return row ? { kind: 'provider', ...row } : null;
}

/**
 * Refuses a change that was based on an older state of the provider; without a version, it is not checked.
 * @throws AppError `conflict` with `details.version`
 */
export function refuseStale(
  { version }: Pick<StructureSubject, 'version'>,
  seen: number | null | undefined,
): void {
  if (seen === null || seen === undefined || seen === version) return;
  throw new AppError('conflict', {
    fields: [{ field: 'form', message: 'error.provider.changed' }],
    details: { version },
  });
}

/** A provider that becomes the parent of others, or takes people. */
export type Target = { id: string; path: string[]; archived: boolean };

/** Loads the target provider of a move by id; null for an unknown one. */
export async function findTarget(tx: Tx, id: string): Promise<Target | null> {
  const row = await tx
    .selectFrom('providers')
    .select(['id', 'path', 'archived'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the number of levels of a branch. */
export async function heightOfBranch(
  tx: Tx,
  { providerId, providerPath }: StructureSubject,
): Promise<number> {
  const { lowest } = await tx
    .selectFrom('providers')
    .select(sql<number | null>`max(cardinality(path))`.as('lowest'))
    .where(sql<boolean>`path @> array[${providerId}::uuid]`)
    .executeTakeFirstOrThrow();
  return (lowest ?? providerPath.length) - providerPath.length + 1;
}
