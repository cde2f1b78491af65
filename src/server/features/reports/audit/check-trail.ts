import type { Services } from '../../../pipeline/context.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import type { WriteLine } from '../../../ports/write-line.ts';

/** Number of checks that are kept. */
const keptChecks = 400;

/** Checks the whole audit trail and records the result for the reports. A fault is also logged. */
export async function checkTrail(
  { db, secrets, clock }: Pick<Services, 'db' | 'secrets' | 'clock'>,
  log: WriteLine,
): Promise<void> {
  const started_at = clock();
  const { rows, faults, faultCount } = await verifyAudit(db, secrets);
  const { id } = await db
    .insertInto('audit_checks')
    .values({
      ...{ started_at, checked_at: clock(), entries: rows, broken_chains: faultCount },
      first_entry: faults[0]?.seq ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('audit_checks')
    .where('id', '<=', id - keptChecks)
    .execute();
  if (faultCount > 0)
    log(
      `The audit trail has ${faultCount} chains with a wrong or missing entry: run npm run audit:verify.`,
      'error',
    );
}
