import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fullAnswers, person } from '../../../../../testing/people.ts';
import { outcomeOf, resident, startIntegrations, type IntegrationTest } from '../integrations.fixture.ts';
import { saveSystemConfig, getSystemConfig } from '../connection/connection-operations.ts';
import { removeLeftResidents } from '../nightly.ts';
import { getActiveResidents, getLinkCandidates } from './list-operations.ts';

const number = '2123456701';

let it_: IntegrationTest;
beforeAll(async () => {
  it_ = await startIntegrations();
  await it_.connect();
});
afterEach(() => it_.standIn.breakCalls(null));
afterAll(() => it_.close());

const page = (input: object = {}) => getActiveResidents.call(it_.as(it_.manager), input);
const candidates = async (input: { resident_id: string; search?: string }) =>
  (await getLinkCandidates.call(it_.as(it_.manager), input)).data.map(({ id }) => id);

describe('loading the active residents', () => {
  let ann: string;
  beforeAll(async () => {
    ann = await it_.customer({ medicareNumber: number });
    await it_.customer({ firstName: 'Dora', dob: '05/05/1935' });
    await it_.customer({ firstName: 'Eve' });
    await it_.customer({ firstName: 'Eve', providerId: it_.root });
    // A namesake with the same birth date at another provider.
    await it_.customer({ firstName: 'Zoe', providerId: it_.other });
  });
  beforeEach(() =>
    it_.list(
      resident('R-1', { medicareNumber: number }),
      resident('R-2', { firstName: 'Dora' }),
      resident('R-3', { firstName: 'Eve' }),
      resident('R-4', { firstName: 'Zoe' }),
    ),
  );

  it('compares them only with customers of the provider and of providers below it [INTEG-05, GAP-111]', async () => {
    expect(await it_.load()).toMatchObject({ count: 4 });
    const { loaded_at, counts, count, data } = await page();
    expect(loaded_at).toBeInstanceOf(Date);
    expect(counts).toEqual({ all: 4, linked: 0, to_check: 3, no_customer: 1 });
    expect(count).toBe(4);
    expect(data).toMatchObject([
      { resident_id: 'R-1', match: 'suggested', customer: { id: ann, medicare_same: true } },
      { resident_id: 'R-2', match: 'differs', customer: { birth_date: '1935-05-05', medicare_same: null } },
      { resident_id: 'R-3', match: 'several', customer: null },
      { resident_id: 'R-4', match: 'none', customer: null, plan: { state: 'none' } },
    ]);
    expect(JSON.stringify(data)).not.toContain(number);
  });

  it('links no resident without staff [INTEG-05, GAP-111]', async () => {
    await it_.load();
    expect(await it_.test.services.db.selectFrom('integration_links').selectAll().execute()).toEqual([]);
    expect(await it_.entriesOf(ann)).toEqual([]);
  });

  it('says if the Medicare numbers differ [INTEG-05, GAP-111]', async () => {
    it_.list(resident('R-1', { medicareNumber: '3123456701' }));
    await it_.load();
    expect((await page()).data).toMatchObject([{ match: 'suggested', customer: { medicare_same: false } }]);
  });

  it('lists the residents of each filter and of a search, ten a page [INTEG-05, GAP-111]', async () => {
    await it_.load();
    const ids = async (input: object) => (await page(input)).data.map(({ resident_id }) => resident_id);
    expect(await ids({ show: 'toCheck' })).toEqual(['R-1', 'R-2', 'R-3']);
    expect(await ids({ show: 'noCustomer' })).toEqual(['R-4']);
    expect(await ids({ show: 'linked' })).toEqual([]);
    expect(await ids({ search: 'DORA lee' })).toEqual(['R-2']);
    expect(await ids({ search: 'r-4' })).toEqual(['R-4']);
    expect(await ids({ search: '%' })).toEqual([]);
    expect(await ids({ page: 2 })).toEqual([]);
    it_.list(...Array.from({ length: 25 }, (_, at) => resident(`Q-${at}`, { lastName: `N${at}` })));
    await it_.load();
    expect(await ids({ page: 3 })).toHaveLength(5);
    expect(await outcomeOf(page({ page: 0 }))).toMatch(/^invalid page/);
  });

  it('counts a resident once who is on two pages [INTEG-05]', async () => {
    it_.standIn.breakCalls('resident-twice');
    expect(await it_.load()).toMatchObject({ count: 4 });
    expect((await page()).data.filter(({ resident_id }) => resident_id === 'R-1')).toMatchObject([
      { first_name: 'Ann' },
    ]);
  });

  it('shows new names of the system, cut to what can be stored, and markup as text [INTEG-05]', async () => {
    it_.list(
      resident('R-1', { firstName: '<script>', lastName: 'x'.repeat(10_000) }),
      resident('R-2', { firstName: 'Dorothea' }),
    );
    await it_.load();
    const { data } = await page();
    expect(data).toMatchObject([
      { resident_id: 'R-2', first_name: 'Dorothea', match: 'none' },
      { resident_id: 'R-1', first_name: '<script>', last_name: 'x'.repeat(100), match: 'none' },
    ]);
  });

  it.each([
    ['lost', 'unreachable'],
    ['error', 'unexpected'],
    ['unauthorised', 'credentials'],
    ['half-page', 'unexpected'],
    ['changed-names', 'unexpected'],
    ['endless-pages', 'unexpected'],
    ['redirect', 'unexpected'],
  ] as const)(
    'keeps the residents loaded before when the system has the fault %s [INTEG-05]',
    async (fault, failure) => {
      await it_.load();
      const before = await page();
      it_.standIn.breakCalls(fault);
      expect(await outcomeOf(it_.load())).toBe(`invalid form error.integration.${failure}`);
      expect(await page()).toEqual(before);
      const { connection } = await getSystemConfig.call(it_.as(it_.manager), {});
      expect(connection).toMatchObject({ state: 'failed', failure });
    },
  );

  it('makes residents inactive who left, and removes them after thirty days [INTEG-05, D-49]', async () => {
    await it_.load();
    it_.list(resident('R-1'));
    await it_.load();
    expect((await page()).counts.all).toBe(1);
    const stored = () =>
      it_.test.services.db.selectFrom('integration_residents').select('resident_id').execute();
    expect((await stored()).length).toBeGreaterThan(1);
    it_.passDays(31);
    await removeLeftResidents(it_.test.services);
    expect(await stored()).toEqual([{ resident_id: 'R-1' }]);
  });

  it('discards what was read when the connection was changed meanwhile [INTEG-05, D-18]', async () => {
    const { services } = it_.test;
    const { residentialCare } = services;
    const { connection } = await getSystemConfig.call(it_.as(it_.manager), {});
    services.residentialCare = {
      ...residentialCare,
      async activeResidents(...given) {
        const { address, facility_code, version } = connection!;
        const words = { address, facility_code, user_name: 'wattle', secret: '', version };
        await saveSystemConfig.call(it_.as(it_.manager), words);
        return residentialCare.activeResidents(...given);
      },
    };
    expect(await outcomeOf(it_.load())).toBe('conflict form error.changedMeanwhile');
    services.residentialCare = residentialCare;
  });
});

describe('the customers to compare with a resident', () => {
  it('are those who match, and with a search others of the provider without a link [INTEG-05, GAP-111]', async () => {
    it_.list(resident('R-3', { firstName: 'Eve' }), resident('R-9', { firstName: 'Rosa', birthDate: null }));
    await it_.load();
    expect(await candidates({ resident_id: 'R-3' })).toHaveLength(2);
    const rose = await it_.customer({ firstName: 'Rose' });
    await it_.customer({ firstName: 'Rose', providerId: it_.other });
    expect(await candidates({ resident_id: 'R-9' })).toEqual([]);
    expect(await candidates({ resident_id: 'R-9', search: 'rose' })).toEqual([rose]);
    await it_.link('R-9', rose);
    expect(await candidates({ resident_id: 'R-9', search: 'rose' })).toEqual([]);
  });
});

describe('a linked resident in the list', () => {
  it('has the customer and the state of the plan, until the customer leaves the provider [INTEG-05, GAP-111, N-13]', async () => {
    const { services } = it_.test;
    const signed = await person(services, {
      ...{ firstName: 'Mary', lastName: 'Oak', providerId: it_.house },
      plan: { status: 'complete', answers: fullAnswers() },
    });
    it_.list(resident('R-5', { firstName: 'Mary', lastName: 'Oak' }));
    await it_.load();
    await it_.link('R-5', signed.userId);
    const shown = async () => (await page({ show: 'linked' })).data;
    expect(await shown()).toMatchObject([
      { match: 'linked', customer: { id: signed.userId }, plan: { state: 'old', version: 1, sent_at: null } },
    ]);
    const kept = await person(services, { providerId: it_.house });
    await services.db
      .insertInto('duplicate_links')
      .values({ archived_id: signed.userId, kept_id: kept.userId, linked_at: new Date() })
      .execute();
    // The plan of an archived duplicate is not sent.
    expect(await shown()).toMatchObject([{ match: 'linked', plan: { state: 'duplicate', sent_at: null } }]);
    await services.db.deleteFrom('duplicate_links').where('archived_id', '=', signed.userId).execute();
    await services.db
      .updateTable('users')
      .set({ provider_id: it_.other })
      .where('id', '=', signed.userId)
      .execute();
    expect(await shown()).toMatchObject([{ match: 'linked', customer: null, plan: { state: 'none' } }]);
  });
});
