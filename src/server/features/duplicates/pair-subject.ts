import type { Subjects } from '../../../domain/access/subjects.ts';
import { findActionSubjects, type ActionSubject } from '../customers/api.ts';
import type { Loading } from '../../pipeline/work.ts';
import type { Tx } from '../../pipeline/context.ts';

/**
 * Two records of one organisation. `providerPath` are the providers that both have in common, so that staff have access to the pair if
 * they have it to both records.
 */
export type PairSubject = Subjects['customer'] & {
  records: readonly [ActionSubject, ActionSubject];
  inOneOrganisation: boolean;
};

/** Returns the part at the beginning that both paths have in common. */
function commonPath(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((id, at) => id !== other[at]);
  return end === -1 ? one : one.slice(0, end);
}

/** Reads the paths after the lock. A row that another call changed meanwhile would lose its join. */
async function findPaths(tx: Tx, records: readonly ActionSubject[]): Promise<Map<string, readonly string[]>> {
  const ids = records.flatMap(({ provider_id }) => provider_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('providers').select(['id', 'path']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/**
 * Loads two records, locked in the order of their ids if a change follows. Null unless both exist in one organisation; with `linked`,
 * records that are in two organisations by now are found with access to the second alone. The first is the owner of the audit entry.
 */
export async function findPair(
  [firstId, secondId]: readonly [string, string],
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
  { linked = false }: { linked?: boolean } = {},
): Promise<PairSubject | null> {
  const found = await findActionSubjects([firstId, secondId], { tx, lock });
  const paths = await findPaths(tx, found);
  const placed = found.map((each) => ({ ...each, providerPath: paths.get(each.provider_id ?? '') ?? [] }));
  const first = placed.find(({ ownerId }) => ownerId === firstId);
  const second = placed.find(({ ownerId }) => ownerId === secondId);
  if (!first || !second || first === second) return null;
  if (first.role !== 'user' || second.role !== 'user') return null;
  const common = commonPath(first.providerPath, second.providerPath);
  const inOneOrganisation = common.length > 0;
  if (!inOneOrganisation && !linked) return null;
  const providerPath = inOneOrganisation ? common : second.providerPath;
  const records = [first, second] as const;
  return { kind: 'customer', ownerId: firstId, role: 'user', providerPath, records, inOneOrganisation };
}
