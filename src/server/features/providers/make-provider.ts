import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/errors.ts';
import { lockStructure } from '../../db/organisation-locks.ts';
import { recording } from '../../pipeline/audit/audit.ts';
import type { Services } from '../../pipeline/context.ts';
import { deepestLevel } from '../../../domain/providers/tiers.ts';

/**
 * Creates a provider, at the top of its own tree or under another one, and returns its id. Only for the operator's command; no
 * API call reaches it.
 * @throws AppError `invalid` for a name that is empty or longer than 200 characters, and below the deepest level; `not-found` for
 * an unknown parent
 */
export async function makeProvider(
  { db, secrets, clock }: Pick<Services, 'db' | 'secrets' | 'clock'>,
  { name, parentId }: { name: string; parentId: string | null },
): Promise<string> {
  const written = name.trim();
  if (written === '' || written.length > 200 || /\p{Cc}/u.test(written)) throw new AppError('invalid');
  const id = randomUUID();
  await db.transaction().execute(async (tx) => {
    await lockStructure(tx);
    const parent =
      parentId === null
        ? null
        : await tx
            .selectFrom('providers')
            .select('path')
            .where('id', '=', parentId)
            .where('archived', '=', false)
            .forUpdate()
            .executeTakeFirst();
    if (parent === undefined) throw new AppError('not-found');
    const path = [...(parent?.path ?? []), id];
    if (path.length > deepestLevel) throw new AppError('invalid');
    await tx
      .insertInto('providers')
      .values({
        id,
        name: written,
        path,
        provider_root_id: path[0] ?? id,
        parent_id: parentId,
        contact_id: null,
      })
      .execute();
    const actor = { kind: 'system' } as const;
    const entry = {
      chain: 'platform',
      at: clock(),
      actor,
      action: 'makeProvider',
      subjectId: null,
      details: { provider_id: id },
    };
    await recording(secrets, entry, { events: [] }).execute(tx);
  });
  return id;
}
