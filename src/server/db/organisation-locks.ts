import { sql } from 'kysely';
import type { Tx } from '../pipeline/context.ts';

/*
 * Locks of changes to providers and their staff, until the transaction ends. A transaction that needs several takes them in the order
 * in which they stand here, and before the first row that it locks. Of rows it locks those of providers first, then those of users, then
 * what belongs to these. In another order two calls could wait for each other without end.
 */

/** Any numbers that no other advisory lock of the product has. */
const [structure, staff, names] = [928_871, 928_873, 928_872];

/**
 * First: lets nothing else change which providers there are and where they stand. Two that moved branches into each other would make a
 * circle.
 */
export async function lockStructure(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${structure}::bigint)`.execute(tx);
}

/**
 * Second lock: serialises changes of staff and of their roles. Which managers a provider keeps can be checked only while no other
 * change is running. Such changes are few and short.
 */
export async function lockStaff(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${staff}::bigint)`.execute(tx);
}

/** Third: lets nothing else take an address or an external id for a provider. */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${names}::bigint)`.execute(tx);
}
