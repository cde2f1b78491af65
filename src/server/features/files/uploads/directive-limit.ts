import { can } from '../../../../domain/access/access.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import { replacesTheOneBefore, type FileCategory } from '../../../../domain/files/categories.ts';
import { AppError } from '../../../../domain/errors.ts';

/**
 * Checks that the actor may add a file of a category: staff in the account may add no directive (D-59).
 * @throws AppError when access is denied
 */
export function refuseDirective(
  actor: Actor,
  { ownerId }: Subjects['account'],
  category: FileCategory,
): void {
  if (!replacesTheOneBefore(category)) return;
  const decision = can(actor, 'files.addDirective', { kind: 'account', ownerId });
  if (decision !== 'allow') throw new AppError(decision);
}
