import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteUser } from '../../customers/actions/removing/remove-operation.ts';
import { ownContext } from '../../../pipeline/own-context.ts';
import { saveSystemConfig } from '../connection/connection-operations.ts';
import {
  outcomeOf,
  resident,
  simulatedWords,
  startIntegrations,
  type IntegrationTest,
} from '../integrations.fixture.ts';
import { loadActiveResidents } from '../residents/load-operation.ts';
import { getActiveResidents } from '../residents/list-operations.ts';
import { linkResident, unlinkResident } from './link-operations.ts';
import { endLinkOfMoved } from './moved-operation.ts';
import { getUserIntegrations } from './of-customer.ts';

let it_: IntegrationTest;
beforeAll(async () => {
  it_ = await startIntegrations();
  await it_.connect();
  it_.list(
    ...['R-1', 'R-2', 'R-3', 'R-4', 'R-6'].map((id) => resident(id)),
    resident('R-5', { firstName: 'Zoe' }),
  );
  await it_.load();
});
afterAll(() => it_.close());

const mine = () => it_.as(it_.manager);
const linking = (input: object) => outcomeOf(linkResident.call(mine(), input));
const activitiesOf = async (userId: string) =>
  (
    await it_.test.services.db
      .selectFrom('recent_activities')
      .select('template')
      .where('user_id', '=', userId)
      .where('template', 'like', 'integration%')
      .orderBy('created_at')
      .execute()
  ).map(({ template }) => template);

describe('linking a resident with a customer', () => {
  it('needs the statement that staff compared them [INTEG-04, GAP-111]', async () => {
    const user_id = await it_.customer();
    for (const compared of [undefined, false, 'true', 1])
      expect(await linking({ resident_id: 'R-1', user_id, compared })).toBe(
        'invalid compared error.integration.compared',
      );
    expect(await it_.entriesOf(user_id)).toEqual([]);
  });

  it('adds the entry with its type to the customer, an activity, and an audit row of the customer [INTEG-04, GAP-111]', async () => {
    const user_id = await it_.customer();
    expect(await linking({ resident_id: 'R-1', user_id, compared: true })).toBe('done');
    expect(await it_.entriesOf(user_id)).toEqual([{ type: 'ecase', resident_id: 'R-1' }]);
    expect(await activitiesOf(user_id)).toEqual(['integrationLinked']);
    const rows = await it_.test.services.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('subject_id', '=', user_id)
      .execute();
    expect(rows.at(-1)).toMatchObject({ action: 'linkResident', details: { same_birth_date: true } });
    expect(await getUserIntegrations.call(mine(), { user_id })).toMatchObject({
      integrations: [{ type: 'ecase', resident_id: 'R-1', provider_id: it_.root, plan: { state: 'draft' } }],
    });
  });

  it('refuses a resident or a customer with another link [INTEG-04]', async () => {
    const [first, second] = [await it_.customer(), await it_.customer()];
    await it_.link('R-2', first);
    const taken = 'conflict form error.integration.linkedAlready';
    expect(await linking({ resident_id: 'R-2', user_id: second, compared: true })).toBe(taken);
    expect(await linking({ resident_id: 'R-3', user_id: first, compared: true })).toBe(taken);
    expect(await it_.entriesOf(second)).toEqual([]);
    expect(await activitiesOf(second)).toEqual([]);
  });

  it('links only once when two members of staff link at the same moment [INTEG-04, D-18]', async () => {
    const [first, second] = [await it_.customer(), await it_.customer()];
    const outcomes = await Promise.all(
      [first, second].map((user_id) => linking({ resident_id: 'R-3', user_id, compared: true })),
    );
    expect(outcomes.toSorted()).toEqual(['conflict form error.integration.linkedAlready', 'done']);
    const entries = await Promise.all([it_.entriesOf(first), it_.entriesOf(second)]);
    expect(entries.flat()).toHaveLength(1);
  });

  it('refuses a resident whom the system does not list any more, and an unknown one [INTEG-04]', async () => {
    const user_id = await it_.customer();
    expect(await linking({ resident_id: 'R-0', user_id, compared: true })).toBe(
      'invalid resident_id error.integration.residentGone',
    );
  });

  it('refuses a customer of another provider, a member of staff, a customer who is being removed, and a missing customer [INTEG-04]', async () => {
    const gone = 'invalid user_id error.integration.customerGone';
    const leaving = await it_.customer();
    await it_.test.services.db
      .updateTable('users')
      .set({ removal_requested_at: new Date() })
      .where('id', '=', leaving)
      .execute();
    const elsewhere = await it_.customer({ providerId: it_.other });
    for (const user_id of [elsewhere, it_.manager.userId, leaving, crypto.randomUUID()])
      expect(await linking({ resident_id: 'R-4', user_id, compared: true })).toBe(gone);
  });

  it('keeps the customer from being removed here while there is a link, and the entry goes with it [CACT-17, INTEG-04]', async () => {
    const user_id = await it_.customer();
    await it_.link('R-4', user_id);
    const remove = () =>
      outcomeOf(
        deleteUser.call(mine(), {
          ...{ id: user_id, type: 'delete', reason: 'Moved to another state' },
        }),
      );
    expect(await remove()).toBe('conflict form error.customerLinkedExternal');
    await unlinkResident.call(mine(), { resident_id: 'R-4' });
    expect(await it_.entriesOf(user_id)).toEqual([]);
    expect(await activitiesOf(user_id)).toEqual(['integrationLinked', 'integrationUnlinked']);
    expect(await remove()).toBe('done');
  });

  it('keeps the entries of other systems when it is removed [INTEG-04]', async () => {
    const user_id = await it_.customer();
    const other = { type: 'BestMed', resident_id: 'R-4' };
    await it_.test.services.db
      .updateTable('users')
      .set({ integrations: JSON.stringify([other]) })
      .where('id', '=', user_id)
      .execute();
    await it_.link('R-4', user_id);
    await unlinkResident.call(mine(), { resident_id: 'R-4' });
    expect(await it_.entriesOf(user_id)).toEqual([other]);
    expect(await outcomeOf(unlinkResident.call(mine(), { resident_id: 'R-4' }))).toBe(
      'invalid resident_id error.integration.residentGone',
    );
  });

  it('ends for a customer who was moved to another provider, which can link and remove them then [INTEG-04, D-63]', async () => {
    const { services } = it_.test;
    const user_id = await it_.customer();
    await it_.link('R-6', user_id);
    const moveTo = async (provider_id: string) => {
      await services.db.updateTable('users').set({ provider_id }).where('id', '=', user_id).execute();
      const staff_id = it_.admin.userId;
      await endLinkOfMoved.call(ownContext(services), { user_id, staff_id });
    };
    await moveTo(it_.root);
    expect(await it_.entriesOf(user_id)).toHaveLength(1);
    await moveTo(it_.other);
    expect(await it_.entriesOf(user_id)).toEqual([]);
    expect(await activitiesOf(user_id)).toEqual(['integrationLinked', 'integrationUnlinked']);
    expect(await outcomeOf(unlinkResident.call(mine(), { resident_id: 'R-6' }))).toMatch(/^invalid/);
    await saveSystemConfig.call(it_.as(it_.otherManager), { ...simulatedWords, version: null });
    await loadActiveResidents.call(it_.as(it_.otherManager), {});
    const theirs = { resident_id: 'R-6', user_id, compared: true };
    expect(await outcomeOf(linkResident.call(it_.as(it_.otherManager), theirs))).toBe('done');
    expect(await it_.entriesOf(user_id)).toHaveLength(1);
  });

  it('takes the suggestion from other residents who may be the same customer [INTEG-05, GAP-111]', async () => {
    const zoe = await it_.customer({ firstName: 'Zoe' });
    await it_.load();
    const stateOf = async () =>
      (await getActiveResidents.call(mine(), { search: 'R-5' })).data.map(({ match }) => match);
    expect(await stateOf()).toEqual(['suggested']);
    await it_.link('R-4', zoe);
    expect(await stateOf()).toEqual(['none']);
  });
});
