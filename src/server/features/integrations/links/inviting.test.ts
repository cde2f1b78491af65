import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPlaceholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { outcomeOf, resident, startIntegrations, type IntegrationTest } from '../integrations.fixture.ts';
import { getActiveResidents } from '../residents/list-operations.ts';
import { inviteResidents } from './invite-operation.ts';

let it_: IntegrationTest;
beforeAll(async () => {
  it_ = await startIntegrations();
  await it_.connect();
});
afterAll(() => it_.close());

const mine = () => it_.as(it_.manager);
const invite = async (...resident_ids: string[]) =>
  (await inviteResidents.call(mine(), { resident_ids })).results;
const customers = () =>
  it_.test.services.db.selectFrom('customer_list').select('user_id').orderBy('user_id').execute();

describe('inviting residents', () => {
  it('adds one or many as customers without an address, and links them [INTEG-05, GAP-111, D-56]', async () => {
    it_.list(resident('R-1'), resident('R-2', { firstName: '秀英', lastName: '王', birthDate: null }));
    await it_.load();
    const results = await invite('R-1', 'R-2');
    expect(results).toMatchObject([
      { resident_id: 'R-1', state: 'added' },
      { resident_id: 'R-2', state: 'added' },
    ]);
    const added = await it_.test.services.db
      .selectFrom('users')
      .select(['email', 'first_name', 'dob', 'provider_id', 'registration_type', 'integrations'])
      .where('id', '=', results[0]!.user_id!)
      .executeTakeFirstOrThrow();
    expect(added).toMatchObject({
      ...{ first_name: 'Ann', dob: '1940-02-03', provider_id: it_.root },
      ...{ registration_type: 'create_account', integrations: [{ type: 'ecase', resident_id: 'R-1' }] },
    });
    expect(isPlaceholderEmail(added.email)).toBe(true);
    const { counts } = await getActiveResidents.call(mine(), {});
    expect(counts).toMatchObject({ all: 2, linked: 2 });
  });

  it('does nothing the second time [INTEG-05, D-18]', async () => {
    const before = await customers();
    expect(await invite('R-1')).toEqual([{ resident_id: 'R-1', state: 'failed', user_id: null }]);
    expect(await customers()).toEqual(before);
  });

  it('adds no resident who may have an account already, by name and birth date or by Medicare card [INTEG-05, D-38]', async () => {
    const sam = await it_.customer({ firstName: 'Sam' });
    await it_.customer({ firstName: 'Tim', medicareNumber: '2123456701', providerId: it_.other });
    it_.list(
      resident('R-3', { firstName: 'SAM' }),
      resident('R-4', { firstName: 'Timothy', medicareNumber: '2123456702' }),
    );
    await it_.load();
    const before = await customers();
    expect(await invite('R-3', 'R-4')).toEqual([
      { resident_id: 'R-3', state: 'exists', user_id: sam },
      // For an account of another provider, the response reveals only that there is one.
      { resident_id: 'R-4', state: 'exists', user_id: null },
    ]);
    expect(await customers()).toEqual(before);
  });

  it('reports residents whose name or birth date no customer can have, and unknown ones [INTEG-05]', async () => {
    it_.list(
      resident('R-5', { firstName: '<b>Una</b>' }),
      resident('R-6', { firstName: 'Vera', birthDate: '2999-01-01' }),
      resident('R-7', { firstName: 'x'.repeat(10_000) }),
    );
    await it_.load();
    const states = (await invite('R-5', 'R-6', 'R-7', 'R-0')).map(({ state }) => state);
    expect(states).toEqual(['failed', 'failed', 'failed', 'failed']);
  });

  it('adds a resident once when two members of staff invite at the same moment [INTEG-05, D-18]', async () => {
    it_.list(resident('R-8', { firstName: 'Wanda' }));
    await it_.load();
    const results = (await Promise.all([invite('R-8'), invite('R-8')])).flat();
    expect(results.map(({ state }) => state).toSorted()).toEqual(['added', 'failed']);
  });

  it('takes 1 to 50 residents, and no permission to add customers means no invitation [INTEG-05, D-46]', async () => {
    expect(await outcomeOf(invite())).toMatch(/^invalid resident_ids/);
    expect(await outcomeOf(invite(...Array.from({ length: 51 }, (_, at) => `R-${at}`)))).toMatch(
      /^invalid resident_ids/,
    );
    const actor = { ...it_.manager.actor, flags: { ...it_.manager.actor.flags, can_manage_acp: false } };
    const call = inviteResidents.call({ ...mine(), actor }, { resident_ids: ['R-8'] });
    expect(await outcomeOf(call)).toBe('forbidden');
  });

  it('adds no resident when the trial of the provider is over [INTEG-05]', async () => {
    await it_.test.services.db
      .updateTable('providers')
      .set({ trial_expiry_date: melbourneDate(new Date('2020-01-01')) })
      .where('id', '=', it_.root)
      .execute();
    expect(await outcomeOf(invite('R-8'))).toBe('invalid form customers.trialOver');
  });
});
