import { sql } from 'kysely';
import type { Tx } from '../context.ts';

/** Records in the visit that the person signed a version of the plan. */
export async function recordSigned(tx: Tx, visitId: string, planVersion: number): Promise<void> {
  await tx
    .updateTable('staff_visits')
    .set({ signed_versions: sql<number[]>`array_append(signed_versions, ${planVersion}::integer)` })
    .where('id', '=', visitId)
    .execute();
}
