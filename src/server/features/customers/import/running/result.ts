import { isPlatformRole } from '../../../../../domain/access/actors.ts';
import type { Tx } from '../../../../pipeline/context.ts';

/**
 * Result of an import, for its importer. `here` counts the lines with existing customers, `failed` includes the lines that were
 * not reached.
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
  /** When the invitations are sent; null if they do not wait. */
  invitationsDue: Date | null;
};

/** Loads the result of a finished import; null if the importer's account is deleted. */
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
