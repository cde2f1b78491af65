import { sql } from 'kysely';
import type { Services } from '../../pipeline/context.ts';

const batchSize = 1_000;

/** Removes residents who left thirty days ago and have no link (D-49). */
export async function removeLeftResidents({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - 30 * 24 * 60 * 60_000);
  for (;;) {
    const { rows } = await sql`
      delete from integration_residents resident using (
        select integration_id, resident_id from integration_residents left_
        where not active and seen_at < ${before} and not exists (
          select 1 from integration_links link where link.integration_id = left_.integration_id
            and link.resident_id = left_.resident_id and link.unlinked_at is null)
        limit ${batchSize}) as old
      where resident.integration_id = old.integration_id and resident.resident_id = old.resident_id
      returning resident.resident_id`.execute(db);
    if (rows.length < batchSize) return;
  }
}
