import { sql } from 'kysely';
import { isTrialOver, trialDays } from '../../../../domain/billing/trial.ts';
import { daysAfter, type IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';

export type Trial =
  /** The provider pays, or never had a trial. */
  { state: 'none' } | { state: 'running'; ends: IsoDate; customerEnds: IsoDate } | { state: 'over' };

/**
 * Loads the trial of a provider on a Melbourne date. If it has neither a subscription nor a trial of its own, the nearest
 * provider above decides (TRANS-03).
 */
export async function findTrial(tx: Tx, providerId: string, today: IsoDate): Promise<Trial> {
  const { rows } = await sql<{ ends: IsoDate | null; subscribed: boolean }>`
    select above.trial_expiry_date as ends, above.subscription_id is not null as subscribed
    from providers own
    cross join lateral unnest(own.path) with ordinality as place(id, depth)
    join providers above on above.id = place.id
    where own.id = ${providerId} and (above.trial_expiry_date is not null or above.subscription_id is not null)
    order by place.depth desc limit 1`.execute(tx);
  return trialOf(rows[0] ?? null, today);
}

/** Returns the trial of a provider from the provider that decides about it; null if none above has a subscription or a trial. */
export function trialOf(
  decider: { ends: IsoDate | null; subscribed: boolean } | null,
  today: IsoDate,
): Trial {
  if (!decider || decider.subscribed || decider.ends === null) return { state: 'none' };
  if (isTrialOver(decider.ends, today)) return { state: 'over' };
  return { state: 'running', ends: decider.ends, customerEnds: daysAfter(today, trialDays) };
}
