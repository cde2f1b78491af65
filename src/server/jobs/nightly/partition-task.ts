import { maintainPartitions, movedAtMost, partitionedTables } from '../../db/partitions/partitions.ts';
import type { Services } from '../../pipeline/context.ts';
import type { WriteLine } from '../../ports/write-line.ts';

/** Rows are in a partition that is never dropped. */
class OutsidePartitionsError extends Error {
  override readonly name = 'OutsidePartitionsError';
  readonly code = 'rows outside all partitions';
}

/**
 * Makes partitions ahead and drops expired ones. A table that fails does not stop the other one.
 * @throws the first failure, after both tables; also if rows are left that no partition takes
 */
export async function tendPartitions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  log: WriteLine,
): Promise<void> {
  const failures: unknown[] = [];
  for (const partitioned of partitionedTables) {
    const { table } = partitioned;
    try {
      const { made, dropped, moved, outside } = await maintainPartitions(db, partitioned, clock());
      if (dropped.length > 0) log(`Dropped the expired partitions ${dropped.join(', ')}.`);
      if (moved > 0) log(`Moved ${moved} rows of ${table} to the partitions ${made.join(', ')}.`);
      if (outside === 0) continue;
      const rows = outside > movedAtMost ? `More than ${movedAtMost}` : outside;
      log(`${rows} rows of ${table} are outside all partitions: see the runbook.`, 'error');
      failures.push(new OutsidePartitionsError());
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
