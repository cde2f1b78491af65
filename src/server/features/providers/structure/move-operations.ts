import { sql } from 'kysely';
import * as z from 'zod/mini';
import { can } from '../../../../domain/access/access.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import {
  lowestLevelUnder,
  moveProblem,
  moveProblemTexts,
  type MoveProblem,
} from '../../../../domain/providers/structure.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { readBranch, type Branch } from './branch.ts';
import {
  findStructureSubject,
  findTarget,
  heightOfBranch,
  refuseStale,
  type StructureSubject,
  type Target,
} from './subject.ts';

const id = z.string().check(z.uuid());
const parentId = z.optional(z.nullable(id));
const byId = (input: { id: string }, loading: Loading) => findStructureSubject(input.id, loading);

/** Result of a move preview. `refused` is the reason against the move; null if it is possible. */
export type MovePreview = {
  id: string;
  version: number;
  providers: number;
  customers: number;
  staff: number;
  /** New level of the provider, and of the lowest provider under it. */
  level: number;
  lowest: number;
  refused: MoveProblem | null;
};

/** Returns the new parent of the call: null is the top, and must be given explicitly. @throws AppError `invalid` without it */
function parentIn({ parent_id }: { parent_id?: string | null | undefined }): string | null {
  if (parent_id !== undefined) return parent_id;
  throw new AppError('invalid', {
    fields: [{ field: 'parent_id', message: 'error.provider.parentRequired' }],
  });
}

type Asked = { actor: Actor; tx: Tx; subject: StructureSubject; parentId: string | null };
type Place = { parent: Target | null; height: number; refused: MoveProblem | null };

/**
 * Returns the new place of a branch, and the reason against it. A provider under which the caller is not allowed to add counts as
 * missing.
 */
async function placeOf({ actor, tx, subject, parentId: wanted }: Asked): Promise<Place> {
  const height = await heightOfBranch(tx, subject);
  const parent = wanted === null ? null : await findTarget(tx, wanted);
  const isMissing = wanted !== null && parent === null;
  const place = { kind: 'place', providerPath: parent?.path ?? [] } as const;
  if (isMissing || can(actor, 'provider.add', place) !== 'allow')
    return { parent: null, height, refused: 'gone' };
  const top = { id: subject.providerId, path: subject.providerPath };
  return { parent, height, refused: moveProblem(top, height, parent) };
}

/** Returns the result of a move before it happens: what would move, and where. */
export const previewMove = operation({
  name: 'previewMove',
  kind: 'read',
  input: z.strictObject({ id, parent_id: parentId }),
  access: { action: 'provider.manage', subject: byId },
  async run({ input, subject, actor, tx }): Promise<MovePreview> {
    const { parent, height, refused } = await placeOf({ actor, tx, subject, parentId: parentIn(input) });
    const { version, providers, customers, staff } = await readBranch(tx, subject.providerId);
    const lowest = lowestLevelUnder(parent, height);
    return {
      id: subject.providerId,
      ...{ version, providers, customers, staff },
      ...{ level: lowest - height + 1, lowest, refused },
    };
  },
});

/**
 * Moves a provider with all providers under it to another parent, or with null to the top. Paths and roots of the whole branch
 * change in one statement, and with them the staff who can see its customers.
 * @throws AppError `invalid` at `parent_id`; `conflict` with `details.version` for a provider that was changed meanwhile
 */
export const moveProvider = operation({
  name: 'moveProvider',
  kind: 'write',
  input: z.strictObject({ id, parent_id: parentId, version: z.int() }),
  access: { action: 'provider.manage', subject: byId },
  async run({ input, subject, actor, tx, emit, auditDetails }): Promise<Branch> {
    refuseStale(subject, input.version);
    const { parent, refused } = await placeOf({ actor, tx, subject, parentId: parentIn(input) });
    if (refused) refuseInvalid([{ field: 'parent_id', message: moveProblemTexts[refused] }]);
    const moved = await moveBranch(tx, subject, parent);
    const { providerId: provider_id, providerPath } = subject;
    emit('provider.moved', { provider_id, from: providerPath.slice(0, -1) });
    auditDetails({
      provider_id: subject.providerId,
      from: subject.parentId,
      to: parent?.id ?? null,
      providers: moved,
    });
    return readBranch(tx, subject.providerId);
  },
});

/** Saves the new paths of a branch, and returns the number of its providers. */
async function moveBranch(tx: Tx, subject: StructureSubject, parent: Target | null): Promise<number> {
  const { providerId: top, providerPath } = subject;
  const root = parent?.path[0] ?? top;
  const { numUpdatedRows } = await tx
    .updateTable('providers')
    .set({
      path: sql<string[]>`${parent?.path ?? []}::uuid[] || path[${providerPath.length}::int:]`,
      provider_root_id: root,
      parent_id: sql<
        string | null
      >`case when id = ${top}::uuid then ${parent?.id ?? null}::uuid else parent_id end`,
      version: sql<number>`case when id = ${top}::uuid then version + 1 else version end`,
    })
    .where(sql<boolean>`path @> array[${top}::uuid]`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
