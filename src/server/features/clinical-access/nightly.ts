import { sql } from 'kysely';
import { deleteExpired } from '../../db/delete-batches.ts';
import type { Services } from '../../pipeline/context.ts';

/** How long a revoked clinical system and a removed key stay, in days. */
const keptDays = 90;

/** How long a notice stays, in days. */
const noticeDays = 30;

/** Deletes expired tokens and used assertions, old notices, and clinical systems and keys that ended ninety days ago. */
export async function tidyClinicalAccess({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  await deleteExpired(db, { table: 'clinical_tokens', at: sql`expires_at`, before: now });
  await deleteExpired(db, { table: 'clinical_assertions', at: sql`expires_at`, before: now });
  const oldest = new Date(now.getTime() - noticeDays * 86_400_000);
  await deleteExpired(db, { table: 'clinical_notices', at: sql`created_at`, before: oldest });
  await deleteExpired(db, { table: 'clinical_keys', at: sql`removed_at`, before });
  await deleteExpired(db, { table: 'clinical_clients', at: sql`revoked_at`, before });
}
