import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, resident, startIntegrations, type IntegrationTest } from '../integrations.fixture.ts';
import { cleanUpLinks, getSystemCleanup, undoCleanUp } from './cleanup-operations.ts';
import { unlinkResident } from './link-operations.ts';

let it_: IntegrationTest;
let people: string[];
beforeAll(async () => {
  it_ = await startIntegrations();
  await it_.connect();
  it_.list(...['R-1', 'R-2', 'R-3'].map((id) => resident(id)));
  await it_.load();
  people = [await it_.customer(), await it_.customer(), await it_.customer()];
  for (const [at, userId] of people.entries()) await it_.link(`R-${at + 1}`, userId);
});
afterAll(() => it_.close());

const mine = () => it_.as(it_.manager);
const look = () => getSystemCleanup.call(mine(), {});
const cleanUp = (links: string[]) => outcomeOf(cleanUpLinks.call(mine(), { links }));
const undo = (cleanup_id: string) => outcomeOf(undoCleanUp.call(mine(), { cleanup_id }));
const idOf = async (residentId: string) =>
  (
    await it_.test.services.db
      .selectFrom('integration_links')
      .select('id')
      .where('resident_id', '=', residentId)
      .executeTakeFirstOrThrow()
  ).id;

describe('the clean-up of links', () => {
  it('finds nothing while all residents are active, and removes nothing then [INTEG-05, D-49]', async () => {
    expect(await look()).toEqual({ found: [], done: [] });
    expect(await cleanUp([await idOf('R-1')])).toBe('conflict form error.changedMeanwhile');
    expect(await it_.entriesOf(people[0]!)).toHaveLength(1);
  });

  it('shows first the links to residents who left, and removes nothing by itself [INTEG-05, D-49]', async () => {
    it_.list(resident('R-3'));
    await it_.load();
    const { found } = await look();
    expect(found).toMatchObject([
      { resident_id: 'R-1', name: 'Ann Lee', customer: { id: people[0], first_name: 'Ann' } },
      { resident_id: 'R-2', customer: { id: people[1] } },
    ]);
    expect(await it_.entriesOf(people[0]!)).toHaveLength(1);
  });

  it('removes exactly the links that were shown, and no customer, plan or file [INTEG-05, D-49]', async () => {
    const { db } = it_.test.services;
    const kept = async () => [
      await db.selectFrom('users').select('id').orderBy('id').execute(),
      await db.selectFrom('acps').select('id').orderBy('id').execute(),
      await db.selectFrom('files').select('id').orderBy('id').execute(),
    ];
    const before = await kept();
    expect(await cleanUp([await idOf('R-1'), await idOf('R-3')])).toMatch(/^conflict/);
    expect(await it_.entriesOf(people[0]!)).toHaveLength(1);
    expect(await cleanUp([await idOf('R-1')])).toBe('done');
    expect(await it_.entriesOf(people[0]!)).toEqual([]);
    expect(await it_.entriesOf(people[1]!)).toHaveLength(1);
    expect(await look()).toMatchObject({ found: [{ resident_id: 'R-2' }], done: [{ count: 1 }] });
    expect(await kept()).toEqual(before);
    expect(await cleanUp([await idOf('R-1')])).toMatch(/^conflict/);
  });

  it('can be undone once [INTEG-05, D-49]', async () => {
    const [cleanup] = (await look()).done;
    expect(await undo(cleanup!.cleanup_id)).toBe('done');
    expect(await it_.entriesOf(people[0]!)).toEqual([{ type: 'ecase', resident_id: 'R-1' }]);
    expect(await look()).toMatchObject({ found: [{}, {}], done: [] });
    expect(await undo(cleanup!.cleanup_id)).toBe('conflict form error.integration.cleanupGone');
  });

  it('gives no link back whose resident or customer has another one now, or whose customer left [INTEG-05, D-49]', async () => {
    await cleanUp([await idOf('R-1'), await idOf('R-2')]);
    it_.list(...['R-1', 'R-2', 'R-3', 'R-4'].map((id) => resident(id)));
    await it_.load();
    await it_.link('R-4', people[0]!);
    await it_.test.services.db
      .updateTable('users')
      .set({ provider_id: it_.other })
      .where('id', '=', people[1]!)
      .execute();
    const [cleanup] = (await look()).done;
    expect(await undo(cleanup!.cleanup_id)).toBe('done');
    expect(await it_.entriesOf(people[0]!)).toEqual([{ type: 'ecase', resident_id: 'R-4' }]);
    expect(await it_.entriesOf(people[1]!)).toEqual([]);
  });

  it('cannot be undone after thirty days [INTEG-05, D-49]', async () => {
    it_.list(resident('R-3'));
    await it_.load();
    await cleanUp([(await look()).found.find(({ resident_id }) => resident_id === 'R-4')!.link_id]);
    const [cleanup] = (await look()).done;
    it_.passDays(31);
    expect((await look()).done).toEqual([]);
    expect(await undo(cleanup!.cleanup_id)).toBe('conflict form error.integration.cleanupGone');
  });

  it('does not offer a link that was removed by hand [INTEG-05]', async () => {
    await unlinkResident.call(mine(), { resident_id: 'R-3' });
    it_.list();
    await it_.load();
    expect((await look()).found).toEqual([]);
  });
});
