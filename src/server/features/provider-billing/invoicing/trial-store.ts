import { trialNoticeDays, type TrialNotice } from '../../../../domain/billing/trial-notice.ts';
import { daysAfter, type IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { batchSize } from './invoicing-store.ts';

const onTrial = (tx: Tx) =>
  tx
    .selectFrom('providers')
    .where('archived', '=', false)
    .where('subscription_id', 'is', null)
    .where('trial_expiry_date', 'is not', null);

/** Returns ids of providers whose trial ends within two weeks or ended in the last one, after the given id. */
export async function findEndingTrials(tx: Tx, today: IsoDate, after: string | null): Promise<string[]> {
  let query = onTrial(tx)
    .select('id')
    .where('trial_expiry_date', '<=', daysAfter(today, trialNoticeDays[0]))
    .where('trial_expiry_date', '>=', daysAfter(today, -7));
  if (after !== null) query = query.where('id', '>', after);
  const rows = await query.orderBy('id').limit(batchSize).execute();
  return rows.map(({ id }) => id);
}

/** Loads and locks the trial of a provider; null without one. `sent` is the last notice for its present end. */
export async function lockTrial(
  tx: Tx,
  id: string,
): Promise<{ ends: IsoDate; sent: TrialNotice | null } | null> {
  const row = await onTrial(tx)
    .select(['trial_expiry_date', 'trial_notice', 'trial_notice_for'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.trial_expiry_date) return null;
  const isForThis = row.trial_notice_for === row.trial_expiry_date;
  const sent = isForThis ? trialNoticeDays.find((days) => days === row.trial_notice) : undefined;
  return { ends: row.trial_expiry_date, sent: sent ?? null };
}

/** Stores the notice that was sent about the end of a provider's trial. */
export const noteTrialNotice = (tx: Tx, id: string, ends: IsoDate, days: TrialNotice) =>
  tx
    .updateTable('providers')
    .set({ trial_notice: days, trial_notice_for: ends })
    .where('id', '=', id)
    .execute();
