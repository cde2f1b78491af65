import { AppError } from '../../../../domain/errors.ts';
import { scopeOf } from '../../../../domain/access/scope.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { companyReport } from '../../../../domain/reports/report-lists.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { daysOfMonths, monthsOf, reportMonths } from '../../../../domain/reports/months.ts';
import { shownOf, shownParts, smallest, type ShownNumber } from '../../../../domain/reports/small-numbers.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { shownNow } from '../company/store.ts';
import { sumOf } from '../completions/store.ts';
import { countConversations, withoutSmall } from '../conversations/counts.ts';
import { findMade } from '../paper/made.ts';
import { findPlaces, type Places } from '../places.ts';
import { countNow, countNowOfEach, readMonths, type CustomersNow } from '../rollup/read-months.ts';
import {
  countLookedAgain,
  countOpenings,
  countStaffActions,
  findExamples,
  findHouses,
  housesOnPaper,
  residentsOnPaper,
} from './store.ts';

type Numbers = ReturnType<typeof shownNow>;
type House = { id: string; name: string };

/**
 * Returns the numbers of each house that has residents. If one house alone has a small number, another one is withheld too: the
 * paper has the sum of all houses, which would reveal it.
 */
function shownHouses(houses: readonly House[], counts: ReadonlyMap<string, CustomersNow>, all: CustomersNow) {
  const known = houses.flatMap((house) => {
    const now = counts.get(house.id);
    return now && now.customers > 0 ? [{ ...house, now }] : [];
  });
  const partsOf = (kind: 'customers' | 'complete' | 'drafts') =>
    shownParts(all[kind], Object.fromEntries(known.map(({ id, now }) => [id, now[kind]]))).parts;
  const beside = {
    customers: partsOf('customers'),
    complete: partsOf('complete'),
    drafts: partsOf('drafts'),
  };
  return known.map(({ id, name, now }) => {
    const own: Numbers = shownNow(now, false);
    const shown = (kind: keyof typeof beside): ShownNumber =>
      typeof own[kind] === 'number' ? beside[kind][id]! : own[kind];
    return { name, customers: shown('customers'), complete: shown('complete'), drafts: shown('drafts') };
  });
}

/** Returns the provider of the pack. @throws AppError `invalid` for a caller who sees all providers and chose none */
function chosenProvider(chosen: string | null, own: string | null): string {
  const provider = chosen ?? own;
  if (provider === null)
    throw new AppError('invalid', { fields: [{ field: 'provider_id', message: 'evidence.choose' }] });
  return provider;
}

/**
 * Collects the evidence of a provider for an assessor of its care, and records that it was made. The paper leaves the house, so
 * numbers below five are hidden for every caller (D-52), and examples contain dates only. Another provider appears not to exist.
 */
export const makeEvidence = operation({
  name: 'makeEvidence',
  kind: 'write',
  input: listInput(companyReport),
  access: { action: 'reports.audit', subject: nothing },
  async run({ input, actor, tx, now, auditDetails }) {
    const { filters } = queryOf(companyReport, input);
    const scope = scopeOf(actor);
    const own = scope.people === 'subtree' ? scope.providerId : null;
    const asked = { ...filters, provider_id: chosenProvider(filters.provider_id, own) };
    const today = melbourneDate(now);
    const months = monthsOf(filters.period, today);
    const period = daysOfMonths(months, today);
    auditDetails({ provider_id: asked.provider_id, below: asked.below, ...period });
    const houses = await findHouses(tx, scope, asked);
    if (houses.length === 0) throw new AppError('not-found');
    const places: Places = await findPlaces(tx, scope, asked);
    const present = await countNow(tx, places);
    if (present.customers > residentsOnPaper)
      throw new AppError('invalid', { fields: [{ field: 'provider_id', message: 'evidence.tooLarge' }] });
    const byHouse = await countNowOfEach(
      tx,
      houses.map(({ id }) => id),
    );
    const happened = sumOf(reportMonths(await readMonths(tx, places, months), months));
    const again = await countLookedAgain(tx, places, period.to);
    const openings = await countOpenings(tx, places, period);
    const actions = await countStaffActions(tx, places, period);
    const inhabited = houses.filter(({ id }) => (byHouse.get(id)?.customers ?? 0) > 0);
    const talks = await countConversations(
      tx,
      inhabited.map(({ id }) => id),
      period,
    );
    const conversations = inhabited.map(({ id, name }) => ({ name, shown: withoutSmall(talks.get(id)!) }));
    const { due, looked } = again;
    const shownAgain = shownParts(due, { looked, not: due - looked });
    // With fewer plans, their dates could tell whose they are.
    const examples = present.complete < smallest ? [] : await findExamples(tx, places, period);
    return {
      made: await findMade(tx, actor, filters.provider_id, now),
      period,
      now: shownNow(present, false),
      houses: shownHouses(houses, byHouse, present),
      hasMoreHouses: houses.length === housesOnPaper,
      happened: {
        ...shownParts(happened.completed, {
          external: happened.external,
          signed: happened.completed - happened.external,
        }).parts,
        completed: shownOf(happened.completed),
        changed: shownOf(happened.changed),
        started: shownOf(happened.started),
      },
      again: { due: shownAgain.total, looked: shownAgain.parts.looked },
      openings,
      actions,
      conversations,
      examples,
    };
  },
});
