import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../../testing/client.ts';
import { insertFile } from '../../../../../testing/customer-files.ts';
import { fullAnswers, type TestPerson } from '../../../../../testing/people.ts';
import type { Answers } from '../../../../domain/questionnaire/answers.ts';
import { startHouse, type House } from '../page/customer-page.fixture.ts';

const planOf = (answers: Answers, status: 'complete' | 'draft' = 'complete') => ({
  plan: { status, answers: { ...fullAnswers(), ...answers } },
});
const refusal: Answers = { cprStopBreathing: 'do not want CPR', cprCatastrophic: 'do not want CPR' };

describe('CPR in words for the rows of the table of customers', () => {
  let house: House;
  let nurse: TestPerson;
  let client: TestClient;

  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(async () => {
    await house.db.deleteFrom('attempts').execute();
    nurse = await house.newStaff(house.ids.house);
    client = await house.newClient(nurse);
  });
  afterAll(() => house.close());

  const read = (ids: readonly string[], reader = client) => reader.post('/api/customers/cpr', { ids });
  const rowsOf = async (ids: readonly string[], reader = client) => (await read(ids, reader)).body.rows;
  const entriesOf = (userId: string, actorId = nurse.userId) =>
    house.db
      .selectFrom('audit_log')
      .select('details')
      .where('chain', '=', userId)
      .where('action', '=', 'readCustomerEmergency')
      .where('actor_id', '=', actorId)
      .orderBy('at')
      .execute();
  const noticesOf = async (userId: string) => {
    const rows = await house.db
      .selectFrom('recent_activities')
      .select('template')
      .where('user_id', '=', userId)
      .where('template', '=', 'PLAN_OPENED')
      .where('actor_id', '=', nurse.userId)
      .execute();
    return rows.length;
  };

  it('are those of the emergency sheet, and a refusal is not a wish [N-03]', async () => {
    const no = await house.newCustomer(planOf(refusal));
    const yes = await house.newCustomer(
      planOf({
        cprStopBreathing: 'receive CPR regardless of expected quality of life',
        cprCatastrophic: 'do not want CPR',
      }),
    );
    const rows = await rowsOf([no.userId, yes.userId]);
    expect(rows[0]).toEqual({ id: no.userId, words: 'No: does not want CPR', is_plan: true });
    expect(rows[1].words).toMatch(/^If .*: Yes.*\n.*: No: does not want CPR$/);
    const sheet = await client.fetch(`/api/customers/${no.userId}/emergency`, {
      headers: { accept: 'text/html' },
    });
    expect(await sheet.text()).toContain('No: does not want CPR');
  });

  it('contain nothing of a draft, and name papers instead of repeating them [N-03]', async () => {
    const draft = await house.newCustomer(planOf(refusal, 'draft'));
    const papers = await house.newCustomer(planOf(refusal, 'draft'));
    await house.db.updateTable('acps').set({ external: true }).where('user_id', '=', papers.userId).execute();
    await insertFile(house.services, papers.userId, { file_name: 'directive.pdf', is_eol: true });
    const none = await house.newCustomer(planOf(refusal, 'draft'));
    await house.db.updateTable('acps').set({ external: true }).where('user_id', '=', none.userId).execute();
    expect(await rowsOf([draft.userId, papers.userId, none.userId])).toEqual([
      { id: draft.userId, words: 'No signed plan', is_plan: false },
      { id: papers.userId, words: 'Paper directive: read it', is_plan: false },
      { id: none.userId, words: 'External plan, but no paper is here', is_plan: false },
    ]);
    expect(await noticesOf(draft.userId)).toBe(0);
  });

  it('are recorded as one read per resident within ten minutes, and the resident is notified [N-03, D-17]', async () => {
    const { userId } = await house.newCustomer(planOf(refusal));
    await rowsOf([userId]);
    await rowsOf([userId, userId]);
    expect(await entriesOf(userId)).toEqual([{ details: { plan: true, plan_version: 1, table: true } }]);
    expect(await noticesOf(userId)).toBe(1);
    const { data } = await client.graphql(
      `{ getCustomer(id: "${userId}") { openings { count data { kind name } } } }`,
    );
    expect(data.getCustomer.openings).toEqual({ count: 1, data: [{ kind: 'staff', name: 'Priya Nair' }] });
    const events = await house.db
      .selectFrom('plan_entries')
      .select('event')
      .where('user_id', '=', userId)
      .where('actor_id', '=', nurse.userId)
      .execute();
    expect(events).toEqual([{ event: 'planOpened' }]);
    house.app.advance(11 * 60_000);
    await rowsOf([userId]);
    expect(await entriesOf(userId)).toHaveLength(2);
    expect(await noticesOf(userId)).toBe(1);
  });

  it('are those of now in a second reading, and a plan or version signed since the first one is recorded once [N-03, D-17]', async () => {
    const { userId } = await house.newCustomer(planOf(refusal, 'draft'));
    expect((await rowsOf([userId]))[0].words).toBe('No signed plan');
    await house.db
      .updateTable('acps')
      .set({ status: 'complete', completed_at: house.services.clock(), plan_version: 1 })
      .where('user_id', '=', userId)
      .execute();
    const first = { details: { plan: true, plan_version: 1, table: true } };
    for (const _ of ['first', 'again']) {
      expect((await rowsOf([userId]))[0].words).toBe('No: does not want CPR');
      expect(await entriesOf(userId)).toEqual([{ details: { plan: false, table: true } }, first]);
    }
    await house.db.updateTable('acps').set({ plan_version: 2 }).where('user_id', '=', userId).execute();
    for (const _ of ['first', 'again']) {
      await rowsOf([userId]);
      expect((await entriesOf(userId)).slice(1)).toEqual([
        first,
        { details: { plan: true, plan_version: 2, table: true } },
      ]);
    }
    // Another member of staff has not read it.
    await rowsOf([userId], house.viewerClient);
    expect(await entriesOf(userId, house.viewer.userId)).toHaveLength(1);
    expect(await noticesOf(userId)).toBe(1);
  });

  it('are not read by staff of other providers, customers and visitors, or without the right to read plans [N-03]', async () => {
    const { userId } = await house.newCustomer(planOf(refusal));
    expect(await rowsOf([userId], house.viewerClient)).toHaveLength(1);
    for (const [who, stranger, code] of await house.strangers()) {
      const { status, body } = await read([userId], stranger);
      expect([who, status, body.rows ?? null]).toEqual(
        code === 'unauthenticated' ? [who, 401, null] : [who, 200, []],
      );
    }
    await house.withoutFlag(async () => {
      expect((await read([userId])).status).toBe(403);
    });
    expect(await entriesOf(userId)).toEqual([]);
    const everyone = await house.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('chain', '=', userId)
      .where('action', '=', 'readCustomerEmergency')
      .execute();
    expect(everyone).toEqual([{ actor_id: house.viewer.userId }]);
  });

  it('are refused for more rows than a page has, and for anything but ids [N-03]', async () => {
    const ids = Array.from({ length: 11 }, () => crypto.randomUUID());
    for (const wrong of [ids, [], ['all']]) expect((await read(wrong)).status).toBe(400);
  });
});
