import { folded } from '../customers/find/fold.ts';
import type { IsoDate } from '../fields.ts';

/** Facts of a customer's record that show whether another one is of the same person. */
export type RecordFacts = {
  first_name: string | null;
  last_name: string | null;
  dob: IsoDate | null;
  /** Keyed hash of the Medicare card; null without a number. */
  medicareCard: string | null;
  customer_id: string | null;
  /** Id of the root of the customer's provider; null for a customer without a provider. */
  organisationId: string | null;
};

/** Data that two records have in common. */
export const duplicateSigns = ['name', 'medicare', 'customer_id'] as const;
export type DuplicateSign = (typeof duplicateSigns)[number];

const han = /([\u3005-\u3007\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}])/gu;

/**
 * Returns the words of a name without accents and apostrophes in a fixed order; Chinese characters are words of their own. Null for
 * fewer than two words. `duplicate_name` of the database finds the same names equal.
 */
export function nameKey({
  first_name,
  last_name,
}: Pick<RecordFacts, 'first_name' | 'last_name'>): string | null {
  const words = folded(`${first_name ?? ''} ${last_name ?? ''}`)
    .replace(han, ' $1 ')
    .split(/[\s.,·-]+/u)
    .filter((word) => word !== '');
  return words.length > 1 ? words.toSorted().join(' ') : null;
}

/** Returns a customer ID in lower case, of letters and digits; null for none. */
function idKey(customerId: string | null): string | null {
  const key = (customerId ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return key === '' ? null : key;
}

const isSame = <Value>(one: Value | null, other: Value | null): boolean => one !== null && one === other;

/**
 * Returns the signs that two records of one organisation are of one person; none for records of two organisations (N-13): the same
 * name and birth date; the same Medicare card, which a family shares, with the same name or without one of the birth dates; or the
 * same customer ID, as houses may use the same numbers, with the same name or birth date. The SQL function `duplicates_of`
 * returns the same.
 */
export function possibleDuplicate(one: RecordFacts, other: RecordFacts): DuplicateSign[] {
  if (!isSame(one.organisationId, other.organisationId)) return [];
  const sameName = isSame(nameKey(one), nameKey(other));
  const sameBirth = isSame(one.dob, other.dob);
  const lacksBirth = one.dob === null || other.dob === null;
  const has: Record<DuplicateSign, boolean> = {
    name: sameName && sameBirth,
    medicare: isSame(one.medicareCard, other.medicareCard) && (sameName || lacksBirth),
    customer_id: isSame(idKey(one.customer_id), idKey(other.customer_id)) && (sameName || sameBirth),
  };
  return duplicateSigns.filter((sign) => has[sign]);
}
