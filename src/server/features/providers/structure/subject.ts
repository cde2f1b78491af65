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
  /** Counts saves. */
  version: number;
};

/**
 * A provider by id, an archived one too; null for an unknown one. With `lock` nothing else changes the tree meanwhile, and nothing the
 * provider itself. Sign-ups may go on being added to it: they only keep it from being deleted.
 */
export async function findStructureSubject(
  id: string,
  { tx, lock, actor }: Pick<Loading, 'tx' | 'lock' | 'actor'>,
): Promise<StructureSubject | null> {
  if (actor.kind !== 'person' || actor.role === 'user') return null;
  if (lock) {
    await lockStructure(tx);
    // A change here moves staff, signs them out, or changes who manages a provider.
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
 * Refuses a change that was decided on an older state of the provider; without a version there is nothing to compare.
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

/** A provider that others are to be put under, or people into. */
export type Target = { id: string; path: string[]; archived: boolean };

/** A provider by id, for what is put there; null for an unknown one. */
export async function findTarget(tx: Tx, id: string): Promise<Target | null> {
  const row = await tx
    .selectFrom('providers')
    .select(['id', 'path', 'archived'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** How many levels a branch has. */
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
