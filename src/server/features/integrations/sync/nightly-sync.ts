import { sql } from 'kysely';
import * as z from 'zod/mini';
import { operation } from '../../../pipeline/operation.ts';
import { ownContext } from '../../../pipeline/own-context.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { codeOf } from '../../../jobs/queue.ts';
import type { WriteLine } from '../../../ports/write-line.ts';
import { hasPlansDue, insertSync } from './sync-store.ts';

/** Starts a sync of a connection if its system lacks plans, and emits the event that fetches its papers. */
export const catchUpWithCare = operation({
  name: 'catchUpWithCare',
  kind: 'write',
  input: z.strictObject({ integration_id: z.string().check(z.uuid()) }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, emit, auditDetails }) {
    const { integration_id: integrationId } = input;
    const isDue = await hasPlansDue(tx, integrationId);
    const sync = isDue ? await insertSync(tx, { integrationId, startedBy: null, now }) : null;
    auditDetails({ integration_id: integrationId, sync_id: sync?.sync_id ?? null });
    if (sync) emit('care-sync.due', { sync_id: sync.sync_id, beat: sync.beat.toISOString() });
    emit('care-papers.due', { integration_id: integrationId });
  },
});

/** Days for which the results of earlier syncs are kept. */
const keptDays = 90;

/** Minutes without a beat after which the job of a sync counts as lost, so that the queue does not continue it. */
const lostMinutes = 15;

const batch = 200;

const findConnections = async (tx: Tx, after: string | null): Promise<string[]> => {
  let query = tx.selectFrom('provider_integrations').select('id');
  if (after !== null) query = query.where('id', '>', after);
  return (await query.orderBy('id').limit(batch).execute()).map(({ id }) => id);
};

/** Emits the event again for syncs whose job was lost. */
async function wakeSyncs({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - lostMinutes * 60_000);
  await sql`
    insert into outbox (type, payload)
    select 'care-sync.due', jsonb_build_object('sync_id', id,
      'beat', to_char(beat_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from integration_syncs where state = 'running' and beat_at < ${before}`.execute(db);
}

/** Nightly work of syncs: resumes lost syncs, sends unsent plans, fetches papers and deletes old results. */
export async function syncNightly(services: Services, log: WriteLine): Promise<void> {
  const { db, clock } = services;
  await wakeSyncs(services);
  const before = new Date(clock().getTime() - keptDays * 24 * 60 * 60_000);
  await db
    .deleteFrom('integration_syncs')
    .where('started_at', '<', before)
    .where('state', '<>', 'running')
    .execute();
  let after: string | null = null;
  do {
    const ids: string[] = await findConnections(db, after);
    for (const id of ids)
      await catchUpWithCare
        .call(ownContext(services), { integration_id: id })
        .catch((error: unknown) =>
          log(`A residential-care system could not be caught up with (${codeOf(error)}).`, 'error'),
        );
    after = ids.at(-1) ?? null;
  } while (after !== null);
}
