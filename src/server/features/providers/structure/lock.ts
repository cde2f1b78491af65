import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';

/** Any number that no other advisory lock of the product has. */
const structureLock = 928_871;

/**
 * Lets nothing else change which providers there are and where they stand until the end of the transaction. Each change of the tree
 * takes it before the first row that it locks: two that waited for each other's rows would never end, and two that moved branches into
 * each other would make a circle.
 */
export async function lockStructure(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${structureLock}::bigint)`.execute(tx);
}
