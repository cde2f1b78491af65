import { byRank, rankOf } from '../../../../domain/customers/find/rank.ts';
import type { FoundResident } from '../../../../domain/customers/find/found.ts';
import { isOneLetterAway, shortestForgiven } from '../../../../domain/customers/find/one-letter.ts';
import type { Reading } from '../../../../domain/customers/find/typed.ts';
import type { Database } from '../../../db/connection/connect.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { partCounts } from '../list/search/part-counts.ts';
import { isFull, isFullOfYear, isNameOfYear, readCandidates, type At, type Kind } from './candidates.ts';
import { frequentTerm, readByName, readFrequent } from './frequent-names.ts';
import { beginKnownNames, knownNames } from './known-names.ts';
import type { Places } from './places-to-find.ts';

/** At most ten customers; `closest` is the word that was searched instead of one with a wrong letter. */
export type FoundResidents = { data: readonly FoundResident[]; closest: string | null; more: boolean };

const mostFound = 10;

/** Maximum number of names that are searched instead of words with a wrong letter. */
const mostTried = 8;

/** Returns the beginnings of `sort_name`, the family name first, that plain words may be. */
function beginningsOf(readings: readonly Reading[]): string[] {
  const [reading] = readings;
  const { names = [], born = null, idBegins = null, room = null } = reading ?? {};
  const isPlain = names.length <= 2 && names.every((name) => /^[a-z]+$/.test(name));
  if (readings.length !== 1 || born || idBegins !== null || room !== null || !isPlain) return [];
  return names.length === 2 ? [names.join(' '), names.toReversed().join(' ')] : [...names];
}

const answerOf = (found: readonly FoundResident[], closest: string | null): FoundResidents => ({
  data: found.slice(0, mostFound),
  closest,
  more: found.length > mostFound,
});

/** Whether plain words have every name that other letters could add: Han characters are the same in both. */
const isHan = ({ terms, born, idBegins, room }: Reading): boolean =>
  !born && idBegins === null && room === null && terms.every((term) => /^[\p{sc=Han} ]+$/u.test(term));

/** Whether a reading is a name with a year of birth, for which many customers with the name are read. */
const hasYear = ({ born, terms }: Reading): boolean => terms.length > 0 && born !== null && 'year' in born;

function joined(plain: readonly FoundResident[], others: readonly FoundResident[]): FoundResident[] {
  const known = new Set(plain.map(({ id }) => id));
  return [...plain, ...others.filter(({ id }) => !known.has(id))];
}

/**
 * Returns the current customers whom any of the readings means. Names with other letters are not read if plain ones are as many as are read
 * and enough of them fit at least as well.
 */
async function readCurrent(tx: Tx, readings: readonly Reading[], at: At): Promise<FoundResident[]> {
  const [reading] = readings;
  if (readings.some(hasYear)) {
    // People with the whole name in the year are the best; only if they are few, all with the word are read.
    const named = isNameOfYear(readings, at)
      ? await readCandidates(tx, readings, 'current', at, ['named'])
      : [];
    if (isFullOfYear(named, readings)) return named;
    const ofYear = await readCandidates(tx, readings, 'current', at, ['plain']);
    if (isFullOfYear(ofYear, readings)) return ofYear;
    return joined(ofYear, await readCandidates(tx, readings, 'current', at, ['other']));
  }
  if (!reading || readings.length > 1) return readCandidates(tx, readings, 'current', at);
  const term = frequentTerm(reading, at);
  if (term === null && !isHan(reading)) return readCandidates(tx, readings, 'current', at);
  const ofKind = (kind: Kind) =>
    term === null ? readCandidates(tx, readings, 'current', at, [kind]) : readFrequent(tx, term, kind, at);
  const plain = await ofKind('plain');
  // A name is rarely as short as one or two letters, so the beginning of a name is the best that is expected. No name has a part of an address.
  const best = term === null || /[@.]/.test(term) ? 3 : term.trim().length < 3 ? 2 : 0;
  const fitting = plain.filter((found) => rankOf(found, reading.names) <= best);
  if (isFull(plain) && fitting.length > mostFound) return plain;
  return joined(plain, await ofKind('other'));
}

/** Finds the customers whom any of the readings means, the current ones first. */
async function findExactly(tx: Tx, places: Places, readings: readonly Reading[]): Promise<FoundResident[]> {
  const beginnings = beginningsOf(readings);
  const names = readings[0]?.names ?? [];
  const rooms = readings.flatMap(({ room }) => room ?? []);
  // An index has the names of one provider or of all in order, so that common words need not be gathered.
  if (beginnings.length > 0 && (places.working === null || places.working.length === 1)) {
    const first = await readByName(tx, beginnings, places, mostFound + 1);
    if (first.length > mostFound) return byRank(first, names);
  }
  const at = { places, countOf: await partCounts(tx, 'customer_list') };
  const current = byRank(await readCurrent(tx, readings, at), names, rooms);
  if (current.length > mostFound) return current;
  return [...current, ...byRank(await readCandidates(tx, readings, 'aside', at), names, rooms)];
}

type Tried = { name: string; reading: Reading; customers: number };

/** Returns what may have been meant by a word with one wrong letter, the most frequent names first. */
async function closeTo(db: Database, places: Places, readings: readonly Reading[]): Promise<Tried[]> {
  const words = readings.flatMap((reading) => reading.names.map((name, at) => ({ reading, name, at })));
  const wrong = words.filter(({ name }) => name.length >= shortestForgiven && /^\p{L}+$/u.test(name));
  if (wrong.length === 0) return [];
  const known = await knownNames(db, places);
  return wrong
    .flatMap(({ reading, name, at }) =>
      known.near(name).flatMap(({ word, written, customers }) => {
        if (!isOneLetterAway(name, word)) return [];
        const terms = reading.terms.with(at, word);
        return [
          { name: written, customers, reading: { ...reading, names: reading.names.with(at, word), terms } },
        ];
      }),
    )
    .toSorted((one, other) => other.customers - one.customers || (one.name < other.name ? -1 : 1))
    .slice(0, mostTried);
}

/** Finds customers, and forgives one wrong letter only if nothing was found without. */
export async function findForgiving(
  tx: Tx,
  db: Database,
  places: Places,
  readings: readonly Reading[],
): Promise<FoundResidents> {
  beginKnownNames(db, places);
  const found = await findExactly(tx, places, readings);
  if (found.length > 0) return answerOf(found, null);
  // Of Han characters a word has several terms, and a letter of an address or an ID is not forgiven.
  const forgivable = readings.filter(({ names, terms }) => names.length === terms.length);
  for (const { name, reading } of await closeTo(db, places, forgivable)) {
    const instead = await findExactly(tx, places, [reading]);
    if (instead.length > 0) return answerOf(instead, name);
  }
  return answerOf([], null);
}
