import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';

/** Lets one change of the tree of providers run at a time, until the transaction ends: two never interleave. */
export async function lockStructure(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('providers.structure', 0))`.execute(tx);
}
