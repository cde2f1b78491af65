import { melbourneDate, type IsoDate } from '../fields.ts';

/** Days of a signed plan in Melbourne. `changed` is set if it was changed after it was signed, even on the same day. */
export type SignedDays = { signed: IsoDate; changed?: IsoDate };

/**
 * Returns when a signed plan was signed, and last changed and confirmed (D-35). Instants as dates or ISO texts. `completed_at` of
 * a draft means nothing and must not be shown (D-05).
 */
export function signedDays({
  completed_at,
  updated_at,
}: {
  completed_at: Date | string | null;
  updated_at: Date | string;
}): SignedDays {
  const changedAt = new Date(updated_at);
  const signedAt = completed_at === null ? changedAt : new Date(completed_at);
  const signed = melbourneDate(signedAt);
  return changedAt > signedAt ? { signed, changed: melbourneDate(changedAt) } : { signed };
}
