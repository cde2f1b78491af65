import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertFile } from '../../../../../../testing/customer-files.ts';
import { TestClient } from '../../../../../../testing/client.ts';
import type { TestPerson } from '../../../../../../testing/people.ts';
import { findActiveOf } from '../../../acp/store.ts';
import { codeOf, startHouse, type House } from '../customer-page.fixture.ts';

const update = (id: string, version: number, flags: string) =>
  `mutation { updateACP(id: "${id}", version: ${version}, ${flags}) { plan { locked external status } } }`;

describe('updateACP', () => {
  let house: House;
  let customer: TestPerson;

  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(async () => {
    await house.db.deleteFrom('attempts').execute();
    customer = await house.newCustomer();
  });
  afterAll(() => house.close());

  const acp = async (userId = customer.userId) => (await findActiveOf(house.db, house.services, userId))!;
  const ask = async (flags: string, { userId } = customer) =>
    house.nurseClient.graphql(update(userId, (await acp(userId)).version, flags));
  const activities = async (userId = customer.userId) =>
    (
      await house.db
        .selectFrom('recent_activities')
        .select('template')
        .where('user_id', '=', userId)
        .where('actor_id', '=', house.nurse.userId)
        .execute()
    ).map(({ template }) => template);

  it('locks and unlocks, and marks as external with a document, as the operations with those names do [API-62, GAP-123]', async () => {
    await insertFile(house.services, customer.userId, { is_eol: true });
    const both = await ask('locked: true, external: true');
    expect(both.data.updateACP.plan).toEqual({ locked: true, external: true, status: 'complete' });
    expect((await acp()).locked_by).toBe(house.nurse.userId);
    const off = await ask('locked: false, external: false');
    expect(off.data.updateACP.plan).toEqual({ locked: false, external: false, status: 'complete' });
    expect((await activities()).toSorted()).toEqual(
      ['PLAN_LOCKED', 'PLAN_EXTERNAL', 'PLAN_UNLOCKED', 'PLAN_NOT_EXTERNAL'].toSorted(),
    );
    await ask('locked: false');
    expect(await activities()).toHaveLength(4);
  });

  it('refuses what those refuse, and then changes nothing, not even the other flag [API-62]', async () => {
    const before = await acp();
    expect((await ask('external: true, locked: true')).errors?.[0].extensions.fields).toEqual([
      { field: 'external', message: 'customer.external.needsFile' },
    ]);
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    expect((await ask('locked: true', draft)).errors?.[0].extensions.fields).toEqual([
      { field: 'locked', message: 'error.planAdmin.greyedDraft' },
    ]);
    expect(
      codeOf(await house.nurseClient.graphql(update(customer.userId, before.version + 1, 'locked: true'))),
    ).toBe('conflict');
    expect(await acp()).toEqual(before);
    await insertFile(house.services, customer.userId, { is_eol: true });
    await ask('locked: true');
    expect(codeOf(await ask('external: true'))).toBe('locked');
    expect((await acp()).external).toBe(false);
  });

  it('a plan of papers that loses its mark is a draft without a completion date, which cannot be locked in the same call [API-62, LOCK-04]', async () => {
    const papers = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    await insertFile(house.services, papers.userId, { is_eol: true });
    await ask('external: true', papers);
    expect((await ask('external: false, locked: true', papers)).errors?.[0].extensions.code).toBe('invalid');
    expect(await acp(papers.userId)).toMatchObject({ external: true, locked: false });
    await ask('external: false', papers);
    expect(await acp(papers.userId)).toMatchObject({ external: false, status: 'draft', completed_at: null });
  });

  it('has no input for answers, status, signatures or dates [API-62] [security 2]', async () => {
    const before = await acp();
    for (const more of [
      'answers: { explanations: "x" }',
      'status: draft',
      'completed_at: "2020-01-01T00:00:00.000Z"',
      'share_date: "2020-01-01T00:00:00.000Z"',
      'plan_version: 9',
    ])
      expect([more, (await ask(`locked: true, ${more}`)).errors]).toEqual([more, [expect.anything()]]);
    expect(await acp()).toEqual(before);
  });

  it('is refused to every caller who may not change the customer [API-62] [security 2]', async () => {
    const before = await acp();
    const document = update(customer.userId, before.version, 'locked: true');
    for (const [who, client, code] of await house.strangers())
      expect([who, codeOf(await client.graphql(document))]).toEqual([who, code]);
    expect(codeOf(await house.viewerClient.graphql(document))).toBe('forbidden');
    expect(codeOf(await (await house.newClient(customer)).graphql(document))).toBe('not-found');
    expect(codeOf(await new TestClient(house.app.url).graphql(document))).toBe('unauthenticated');
    expect(await acp()).toEqual(before);
  });
});
