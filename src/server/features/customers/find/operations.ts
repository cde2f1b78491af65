import * as z from 'zod/mini';
import { scopeOf, type Scope } from '../../../../domain/access/scope.ts';
import {
  differsByOne,
  findTerms,
  forgivenFrom,
  longestFind,
  rankOf,
  type FindTerms,
} from '../../../../domain/customers/find/find-terms.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId, nothing } from '../../../pipeline/subjects.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { countCustomers } from '../list/counts.ts';
import { findCandidates, type Candidate, type FoundResident } from './store.ts';

/** Maximum number of customers in a result. */
const foundAtMost = 10;

/** Maximum number of candidates that are ranked: of a common name the best of these are shown. */
const candidatesAtMost = 200;

/** `closest`: the words that were searched instead, with one letter forgiven. */
export type FoundResidents = { data: FoundResident[]; closest: string | null; more: boolean };

/** The screen asks at every pause of a person who types: few at once, and a few each second. */
const findsOfPerson = personLimit({ atOnce: 3, waitingAtMost: 3, inMinute: 300 });

const none: FoundResidents = { data: [], closest: null, more: false };

/**
 * Finds customers whom the caller may see by words of the name, customer ID, address or birth date (N-02), best first, those set
 * aside last. If none matches exactly, one wrong letter in one word is forgiven.
 */
export const findResidents = operation({
  name: 'findResidents',
  kind: 'read',
  input: z.strictObject({ typed: z.string().check(z.maxLength(longestFind)) }),
  access: { action: 'customers.read', subject: nothing },
  async run({ input, actor, tx, now }): Promise<FoundResidents> {
    const terms = findTerms(input.typed, melbourneDate(now));
    if (terms === null) return none;
    return findsOfPerson(callerId(actor), () => find(tx, scopeOf(actor), terms));
  },
});

async function find(tx: Tx, scope: Scope, terms: FindTerms): Promise<FoundResidents> {
  const exact = await search(tx, scope, terms, null);
  if (exact.length > 0) return resultOf(exact, terms, null);
  for (const word of terms.words.filter((each) => each.length >= forgivenFrom && /^\p{L}+$/u.test(each))) {
    const candidates = await search(tx, scope, terms, word);
    const forgiven = candidates.flatMap((candidate) => {
      const near = nearestOf(candidate, word);
      return near === null ? [] : [{ candidate, near }];
    });
    const [first] = forgiven;
    if (!first) continue;
    const same = forgiven.filter(({ near }) => near === first.near).map(({ candidate }) => candidate);
    const words = terms.words.map((each) => (each === word ? first.near : each));
    return resultOf(same, { ...terms, words }, words.join(' '));
  }
  return none;
}

async function search(tx: Tx, scope: Scope, terms: FindTerms, forgiven: string | null): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const houses of ['working', 'archived'] as const) {
    // Staff of the platform see archived providers among the others.
    if (houses === 'archived' && scope.people === 'all') break;
    const { within } = await countCustomers(tx, scope, null, houses);
    const limit = candidatesAtMost - found.length;
    if (limit > 0) found.push(...(await findCandidates(tx, { terms, within, houses, forgiven, limit })));
  }
  return found;
}

/** Returns the word of a candidate that differs from a typed word by one letter; null if there is none. */
const nearestOf = ({ keys }: Candidate, word: string): string | null =>
  keys.split(' ').find((key) => key.length >= forgivenFrom - 1 && differsByOne(key, word)) ?? null;

/** Sorts candidates, those set aside last, and returns the first of them. */
function resultOf(candidates: Candidate[], terms: FindTerms, closest: string | null): FoundResidents {
  const placeOf = (candidate: Candidate) =>
    (candidate.set_aside === 'none' ? 0 : 10) + rankOf(terms, candidate);
  const nameOf = ({ last_name, first_name, id }: Candidate) =>
    `${last_name} ${first_name} ${id}`.toLowerCase();
  const sorted = candidates
    .map((candidate) => ({ candidate, place: placeOf(candidate), name: nameOf(candidate) }))
    .toSorted((one, other) => one.place - other.place || (one.name < other.name ? -1 : 1));
  const data = sorted.slice(0, foundAtMost).map(({ candidate: { keys: _, ...resident } }) => resident);
  return { data, closest, more: candidates.length > foundAtMost };
}
