import type { Tx } from '../../pipeline/context.ts';

/** The last runs of a nightly job. */
export type Night = {
  night: string;
  claimed_until: Date;
  done_at: Date | null;
  last_done_at: Date | null;
  failed_at: Date | null;
};

/** The last check of the audit trail. */
export type AuditCheck = { checked_at: Date; entries: number; broken_chains: number };

/** Loads the last runs of all nightly jobs, by name. */
export async function findNights(tx: Tx): Promise<ReadonlyMap<string, Night>> {
  const rows = await tx
    .selectFrom('nights')
    .select(['task', 'night', 'claimed_until', 'done_at', 'last_done_at', 'failed_at'])
    .execute();
  return new Map(rows.map(({ task, ...night }) => [task, night]));
}

/** Loads the last check of the audit trail; null before the first. */
export async function findAuditCheck(tx: Tx): Promise<AuditCheck | null> {
  const check = await tx
    .selectFrom('audit_checks')
    .select(['checked_at', 'entries', 'broken_chains'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return check ?? null;
}
