import { sql } from 'kysely';
import type { Tx } from '../pipeline/context.ts';

/*
 * Locks for changes to providers and their staff, until the transaction ends. A transaction that needs several takes them in the
 * order of this file, and before the first row that it locks. It locks rows of providers first, then those of users, then the
 * rows that belong to these. Any other order could cause deadlocks.
 */

/** Any numbers that no other advisory lock of the product uses. */
const [structure, staff, names] = [928_871, 928_873, 928_872];

/**
 * First lock: prevents concurrent changes to the tree of providers. Two concurrent moves of branches into each other would create
 * a cycle.
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

/** Third lock: prevents other transactions from taking an address or an external id for a provider. */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${names}::bigint)`.execute(tx);
}
