import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, fullAnswers, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { daysAfter, type IsoDate } from '../../../domain/fields.ts';
import {
  overviewFigures,
  type OverviewFigure,
} from '../../../domain/lists/definitions/customers/overview-figures.ts';
import { getCustomers } from '../customers/list/operations.ts';
import { staffOverview } from './operations.ts';

const today: IsoDate = '2026-11-21';
const now = new Date('2026-11-21T02:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);

describe('each figure of a staff dashboard', () => {
  let test: TestServices;
  let ward: string;
  const staff: Record<string, TestPerson> = {};

  beforeAll(async () => {
    test = await startServices();
    const { services } = test;
    services.clock = () => now;
    const house = await provider(services, 'Banksia House');
    ward = await provider(services, 'Banksia North', house);
    const elsewhere = await provider(services, 'Grevillea Lodge');
    const add = async (providerId: string, plan: 'none' | 'draft' | 'complete', values: object = {}) => {
      const who = await person(services, {
        providerId,
        ...(plan !== 'none' && { plan: { status: plan, answers: fullAnswers() } }),
      });
      const set = { created_at: daysAgo(100), ...values };
      await services.db.updateTable('users').set(set).where('id', '=', who.userId).execute();
      return who.userId;
    };
    const trial = (days: number) => ({ trial_end_date: daysAfter(today, days) });
    // Each state has another number of customers, so that no two figures are equal by chance.
    for (const providerId of [house, ward, elsewhere]) {
      for (let count = 0; count < 6; count += 1) await add(providerId, 'complete');
      for (let count = 0; count < 4; count += 1) await add(providerId, 'draft');
      await add(providerId, 'draft', trial(8));
      await add(providerId, 'none', trial(-1));
      await add(providerId, 'none', trial(0));
      await add(providerId, 'complete', trial(7));
      await add(providerId, 'draft', { ...trial(1), status: 'suspended' });
      await add(providerId, 'none', { created_at: daysAgo(6) });
      await add(providerId, 'draft', { status: 'invited', invite_date: daysAgo(25) });
      await add(providerId, 'none', { status: 'invited', invite_date: daysAgo(31) });
      await add(providerId, 'none', { status: 'invited', invite_date: daysAgo(3) });
      // Archived customers are in no figure, whatever else is true of them.
      const archived = { status: 'archived', ...trial(3), created_at: daysAgo(1) };
      await add(providerId, 'none', archived);
      await add(providerId, 'draft', archived);
      await add(providerId, 'complete', archived);
      const removed = await add(providerId, 'complete', archived);
      await services.db
        .updateTable('customer_list')
        .set({ removal_on: '2026-12-21' })
        .where('user_id', '=', removed)
        .execute();
      const papers = await add(providerId, 'none');
      await services.db.updateTable('acps').set({ external: true }).where('user_id', '=', papers).execute();
    }
    for (const [name, role, providerId] of [
      ['head', 'provideradmin', house],
      ['ward', 'provideradmin', ward],
      ['reader', 'providerview', house],
      ['lost', 'provideradmin', undefined],
      ['admin', 'admin', undefined],
      ['tlc', 'tlcadmin', undefined],
    ] as const)
      staff[name] = await person(services, { role, ...(providerId && { providerId }) });
  });
  afterAll(() => test.close());

  const contextOf = (name: string) => contextFor(test.services, staff[name]!.actor);

  for (const isArchived of [false, true])
    it(`equals the number of rows of the list that it opens, for all staff, with ${isArchived ? 'an archived' : 'no archived'} provider [S-73]`, async () => {
      await test.services.db
        .updateTable('providers')
        .set({ archived: isArchived })
        .where('id', '=', ward)
        .execute();
      for (const name of Object.keys(staff)) {
        const figures = await staffOverview.call(contextOf(name), {});
        for (const [figure, filters] of Object.entries(overviewFigures)) {
          const list = await getCustomers.call(contextOf(name), { ...filters, limit: 50 });
          // Staff of the platform have more customers than one page contains.
          const rest = await getCustomers.call(contextOf(name), { ...filters, limit: 50, offset: 50 });
          const value = figures[figure as OverviewFigure];
          expect(
            { count: list.count, rows: list.data.length + rest.data.length },
            `${name} ${figure}`,
          ).toEqual({ count: value, rows: value });
        }
        expect(figures.completed + figures.draft + figures.none).toBe(figures.customers);
      }
      await test.services.db.updateTable('providers').set({ archived: false }).execute();
    });

  it('differs from the others, and a plan that was not started is not a draft [S-73]', async () => {
    const { customers, completed, draft, none, invited, lapsing, recent, trials } = await staffOverview.call(
      contextOf('ward'),
      {},
    );
    expect({ customers, completed, draft, none, invited, lapsing, recent, trials }).toEqual({
      ...{ customers: 20, completed: 7, draft: 7, none: 6 },
      ...{ invited: 3, lapsing: 1, recent: 1, trials: 2 },
    });
  });
});
