import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerViews } from '../../../../../domain/lists/definitions/customers/customer-views.ts';
import { startServices, type TestServices } from '../../../../../../testing/services.ts';
import { fullAnswers, person } from '../../../../../../testing/people.ts';
import { countOfView, twoHouses, type Houses } from '../list.fixture.ts';
import { getCustomers, getCustomerViews } from '../operations.ts';

describe('the counts of the views of the customer list', () => {
  let test: TestServices;
  let at: Houses;
  beforeAll(async () => {
    test = await startServices();
    at = await twoHouses(test);
    const { db } = test.services;
    const now = test.services.clock();
    const yearsAgo = new Date(now.getTime() - 400 * 86_400_000);
    const add = (firstName: string, providerId: string, more = {}) =>
      person(test.services, {
        providerId,
        firstName,
        lastName: 'Ray',
        email: `${firstName}@test.example`,
        ...more,
      });
    const status = async (name: string, providerId: string, to: 'invited' | 'suspended' | 'archived') =>
      at.change(await add(name, providerId), { status: to, created_at: yearsAgo });
    await status('gus', at.house, 'invited');
    await status('hal', at.room, 'archived');
    await status('ian', at.ward, 'suspended');
    await at.change(await add('jon', at.room), { created_at: now });
    await add('kay', at.house, { plan: { status: 'draft', answers: fullAnswers() } });
    // Facts of the list that only other features write.
    const fact = (who: string, values: Record<string, unknown>) =>
      db.updateTable('customer_list').set(values).where('user_id', '=', at.customers[who]!.userId).execute();
    await fact('ann', { plan: 'complete', latest_update: yearsAgo, plan_since: yearsAgo });
    await fact('eve', { plan: 'complete', latest_update: yearsAgo, plan_since: yearsAgo, review: true });
    await fact('dee', { plan: 'complete', latest_update: now, plan_since: now });
    await fact('cho', { review: true });
    // Back from hospital: dee twice, who counts once; ann by the old plan; eve is there again.
    const hour = 3_600_000;
    const stay = (who: string, hours: number, isOpen = false) =>
      db
        .insertInto('hospital_stays')
        .values({
          user_id: at.customers[who]!.userId,
          began_at: now,
          back_at: isOpen ? null : new Date(now.getTime() + hours * hour),
        })
        .execute();
    await stay('dee', 1);
    await stay('dee', 2);
    await stay('ann', 1);
    await stay('eve', 1);
    await stay('eve', 2, true);
    await db
      .updateTable('users')
      .set({ status: 'archived' })
      .where('id', '=', at.customers['bob']!.userId)
      .execute();
    await fact('bob', { removal_on: '2099-01-01', status: 'archived' });
  });
  afterAll(() => test.close());

  const everyone = ['head', 'ward', 'room', 'reader', 'other', 'lost', 'admin', 'tlc'];

  for (const archived of [false, true])
    it(`equal the lists that they open, for all staff and each provider, with ${archived ? 'an archived ward' : 'no archived provider'} [N-03] [S-73]`, async () => {
      await test.services.db.updateTable('providers').set({ archived }).where('id', '=', at.ward).execute();
      for (const who of everyone)
        for (const provider_id of [null, at.house, at.ward, at.room, at.other]) {
          const views = await getCustomerViews.call(at.context(who), { provider_id });
          expect(views.map(({ view }) => view)).toEqual(Object.keys(customerViews));
          for (const { view, count, isExact } of views) {
            const filters = { ...customerViews[view], provider_id, limit: 50 };
            const list = await getCustomers.call(at.context(who), filters);
            const shown = { count: list.count, isExact: list.isExact, rows: list.data.length };
            expect(shown, `${who} ${view} ${provider_id}`).toEqual({ count, isExact, rows: count });
          }
        }
    });

  it('distinguish drafts from residents without a plan, and plans due for review from papers to check [N-03] [S-73]', async () => {
    await test.services.db.updateTable('providers').set({ archived: false }).execute();
    const views = await getCustomerViews.call(at.context('head'), {});
    const counted = Object.fromEntries(views.map(({ view, count }) => [view, count]));
    expect(counted).toMatchObject({ complete: 2, again: 2, invited: 1, removing: 1, archived: 1 });
    expect(counted['none']).toBe((counted['all'] ?? 0) - 3);
    expect(countOfView(await getCustomerViews.call(at.context('admin'), {}), 'again')).toBe(2);
    expect((await at.list('admin', { status: 'review' })).count).toBe(2);
  });
});
