import { trialNoticeDays, type TrialNotice } from '../../../../domain/billing/providers/trial-notice.ts';
import { daysAfter, type IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { batchSize } from './invoicing-store.ts';

const onTrial = (tx: Tx) =>
  tx
    .selectFrom('providers')
    .where('archived', '=', false)
    .where('subscription_id', 'is', null)
    .where('trial_expiry_date', 'is not', null);

/** A trial, with the last notice that was sent for its present end. */
type Trial = { ends: IsoDate; sent: TrialNotice | null };

type Row = {
  trial_expiry_date: IsoDate | null;
  trial_notice: number | null;
  trial_notice_for: IsoDate | null;
};

function trialOf({ trial_expiry_date: ends, trial_notice, trial_notice_for }: Row): Trial | null {
  if (ends === null) return null;
  const isForThis = trial_notice_for === ends;
  const sent = isForThis ? trialNoticeDays.find((days) => days === trial_notice) : undefined;
  return { ends, sent: sent ?? null };
}

/** Returns providers whose trial ends within two weeks or ended in the last one, after the given id. */
export async function findEndingTrials(
  tx: Tx,
  today: IsoDate,
  after: string | null,
): Promise<{ id: string; trial: Trial | null }[]> {
  let query = onTrial(tx)
    .select(['id', 'trial_expiry_date', 'trial_notice', 'trial_notice_for'])
    .where('trial_expiry_date', '<=', daysAfter(today, trialNoticeDays[0]))
    .where('trial_expiry_date', '>=', daysAfter(today, -7));
  if (after !== null) query = query.where('id', '>', after);
  const rows = await query.orderBy('id').limit(batchSize).execute();
  return rows.map((row) => ({ id: row.id, trial: trialOf(row) }));
}

/** Loads and locks the trial of a provider; null without one. */
export async function lockTrial(tx: Tx, id: string): Promise<Trial | null> {
  const row = await onTrial(tx)
    .select(['trial_expiry_date', 'trial_notice', 'trial_notice_for'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? trialOf(row) : null;
}

/** Stores the notice that was sent about the end of a provider's trial. */
export const noteTrialNotice = (tx: Tx, id: string, ends: IsoDate, days: TrialNotice) =>
  tx
    .updateTable('providers')
    .set({ trial_notice: days, trial_notice_for: ends })
    .where('id', '=', id)
    .execute();
