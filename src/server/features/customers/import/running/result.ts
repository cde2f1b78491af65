import { isPlatformRole } from '../../../../../domain/access/actors.ts';
import type { Tx } from '../../../../pipeline/context.ts';

/**
 * How an import went, for its importer. `here` counts the lines whose customers were there already, `failed` also the lines that were not
 * reached.
 */
export type ImportResult = {
  importId: string;
  importedBy: string;
  importerIsActive: boolean;
  onPlatform: boolean;
  provider: string;
  total: number;
  done: number;
  failed: number;
  here: number;
  /** When the invitations leave; null when they do not wait. */
  invitationsDue: Date | null;
};

/** The result of an import that is over; null where who imported is gone. */
export async function findImportResult(tx: Tx, importId: string): Promise<ImportResult | null> {
  const row = await tx
    .selectFrom('customer_imports as i')
    .innerJoin('users as importer', 'importer.id', 'i.imported_by')
    .innerJoin('permission_roles', 'permission_roles.id', 'importer.permission_role_id')
    .innerJoin('providers', 'providers.id', 'i.provider_id')
    .select([
      'i.total',
      'i.done',
      'i.updated',
      'i.kept',
      'i.invitations',
      'i.invitations_due_at',
      'importer.id as importedBy',
      'importer.status',
      'permission_roles.role',
      'providers.name as provider',
    ])
    .where('i.id', '=', importId)
    .where('i.state', 'in', ['done', 'stopped'])
    .executeTakeFirst();
  if (!row) return null;
  const { total, done, importedBy, provider, status, role } = row;
  const importerIsActive = status === 'active';
  const here = row.updated + row.kept;
  const failed = total - done - here;
  const invitationsDue = row.invitations === 'waiting' ? row.invitations_due_at : null;
  return {
    importId,
    importedBy,
    importerIsActive,
    onPlatform: isPlatformRole(role),
    provider,
    total,
    done,
    failed,
    here,
    invitationsDue,
  };
}
