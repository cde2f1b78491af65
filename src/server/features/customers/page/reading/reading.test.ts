import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertFile } from '../../../../../../testing/customer-files.ts';
import {
  contextFor,
  fullAnswers,
  fullAnswersZh,
  person,
  type TestPerson,
} from '../../../../../../testing/people.ts';
import { getActiveAcpsByUserId, updateAnswers } from '../../../acp/operations.ts';
import { wordsOf } from '../../../../pages/emergency/emergency.fixture.ts';
import { codeOf, startHouse, type House } from '../customer-page.fixture.ts';

const open = (id: string, language = 'en') =>
  `mutation { openCustomerPlan(id: "${id}", language: ${language}) { plan_version words_in sections facts minimum_quality_of_life } }`;
/** Headers of a browser in which a person opens an address. */
const opened = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
const openings = (id: string) =>
  `{ getCustomer(id: "${id}") { openings { count data { kind name } } activities { template } } }`;

describe('staff who read a plan', () => {
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

  const setPlan = (userId: string, values: Record<string, unknown>) =>
    house.db.updateTable('acps').set(values).where('user_id', '=', userId).execute();
  const sheetOf = async (userId: string): Promise<string> => {
    const sheet = await house.nurseClient.fetch(`/api/customers/${userId}/emergency`, opened);
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    return wordsOf(await sheet.text());
  };
  const events = async (userId: string) =>
    (await house.db.selectFrom('outbox').selectAll().execute()).filter((row) =>
      JSON.stringify(row).includes(userId),
    );
  const trail = async (userId: string) =>
    (
      await house.db
        .selectFrom('audit_log')
        .select(['action', 'actor_id'])
        .where('chain', '=', userId)
        .execute()
    ).filter(({ actor_id }) => actor_id !== userId);

  it('see its rows, the emergency facts and the ticked items of the minimum quality of life [CDET-04]', async () => {
    const { data } = await house.viewerClient.graphql(open(customer.userId));
    const plan = data.openCustomerPlan;
    expect(plan.sections.map(({ id }: { id: string }) => id)).toContain('cpr');
    expect(plan.facts.treatmentsAnswered).toBe(true);
    const row = plan.sections
      .flatMap(({ rows }: { rows: { key: string; lines: string[] }[] }) => rows)
      .find(({ key }: { key: string }) => key === 'minimumQolList');
    expect(plan.minimum_quality_of_life).toEqual(row.lines);
    expect(plan.minimum_quality_of_life.length).toBeGreaterThan(0);
  });

  it('do not get the image of the signature, for any version [security 8]', async () => {
    const picture = await house.db
      .selectFrom('signatures')
      .select('id')
      .where('user_id', '=', customer.userId)
      .executeTakeFirst();
    expect(picture).toBeDefined();
    for (const more of ['', ', plan_version: 1']) {
      const answer = await house.nurseClient.graphql(
        `mutation { openCustomerPlan(id: "${customer.userId}"${more}) { answers sections } }`,
      );
      expect(answer.data.openCustomerPlan.answers.confirmName).toBe('Margaret Doyle');
      expect(answer.data.openCustomerPlan.answers).not.toHaveProperty('signatureImage');
      expect(JSON.stringify(answer)).not.toContain('data:image');
    }
  });

  it('are in the trail each time, in the list of openings once in ten minutes, and announced to the customer once a day [GAP-87, D-17] [S-74]', async () => {
    for (const client of [house.nurseClient, house.nurseClient, house.viewerClient])
      await client.graphql(open(customer.userId));
    expect((await house.nurseClient.fetch(`/api/customers/${customer.userId}/emergency`)).status).toBe(200);
    expect((await house.nurseClient.fetch(`/api/customers/${customer.userId}/plan.pdf`)).status).toBe(200);
    expect((await trail(customer.userId)).map(({ action }) => action)).toEqual([
      'openCustomerPlan',
      'openCustomerPlan',
      'openCustomerPlan',
      'readCustomerEmergency',
      'downloadCustomerPlan',
    ]);
    const { data } = await house.nurseClient.graphql(openings(customer.userId));
    expect(data.getCustomer.openings).toEqual({
      count: 4,
      data: ['Priya Nair', 'Priya Nair', 'Tom Wallace', 'Priya Nair'].map((name) => ({
        kind: 'staff',
        name,
      })),
    });
    const openedActivities = data.getCustomer.activities.filter(
      ({ template }: { template: string }) => template === 'PLAN_OPENED',
    );
    expect(openedActivities).toHaveLength(2);
    const owner = await house.newClient(customer);
    const own = await owner.graphql('{ planOpenings { count data { kind } } }');
    expect(own.data.planOpenings.count).toBe(4);
  });

  it('open an earlier version by its number, with its own answers, but no version that was never signed [GAP-87]', async () => {
    const before = await house.db
      .selectFrom('acps')
      .select('plan_version')
      .where('user_id', '=', customer.userId)
      .executeTakeFirstOrThrow();
    const first = before.plan_version;
    const { services } = house;
    const [plan] = await getActiveAcpsByUserId.call(contextFor(services, customer.actor), {
      user_id: customer.userId,
    });
    await updateAnswers.call(contextFor(services, customer.actor), {
      ...{ id: plan!.id, status: plan!.status, version: plan!.version, confirmed: ['explanations'] },
      answers: { explanations: 'Changed since.' },
    });
    const opened = async (version: number) =>
      house.nurseClient.graphql(
        `mutation { openCustomerPlan(id: "${customer.userId}", plan_version: ${version}) { plan_version answers } }`,
      );
    const old = (await opened(first)).data.openCustomerPlan;
    expect(old.plan_version).toBe(first);
    expect(old.answers.explanations).not.toBe('Changed since.');
    expect((await opened(first + 1)).data.openCustomerPlan.answers.explanations).toBe('Changed since.');
    expect(codeOf(await opened(first + 2))).toBe('not-found');
  });

  it('cause another notification on another day, and only one when two pages open at the same moment [D-17]', async () => {
    const count = () =>
      house.db
        .selectFrom('recent_activities')
        .select('id')
        .where('user_id', '=', customer.userId)
        .where('template', '=', 'PLAN_OPENED')
        .execute();
    await Promise.all([1, 2, 3].map(() => house.nurseClient.graphql(open(customer.userId))));
    expect(await count()).toHaveLength(1);
    await house.db
      .updateTable('recent_activities')
      .set({ created_at: new Date(Date.now() - 24 * 60 * 60_000) })
      .where('user_id', '=', customer.userId)
      .execute();
    await house.nurseClient.graphql(open(customer.userId));
    expect(await count()).toHaveLength(2);
  });

  it('open nothing of a draft or of a plan that consists of documents, and that is not recorded [CDET-04]', async () => {
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: { firstName: 'Ann' } } });
    expect(codeOf(await house.nurseClient.graphql(open(draft.userId)))).toBe('not-found');
    await setPlan(draft.userId, { external: true });
    expect(codeOf(await house.nurseClient.graphql(open(draft.userId)))).toBe('not-found');
    expect((await house.nurseClient.fetch(`/api/customers/${draft.userId}/plan.pdf`)).status).toBe(404);
    expect(await trail(draft.userId)).toEqual([]);
    expect((await events(draft.userId)).length).toBe(0);
  });

  it('print the emergency facts in English without script, whatever the language of the plan [CDET-04, D-06]', async () => {
    const chinese = await house.newCustomer({
      language: 'zh',
      plan: { status: 'complete', answers: fullAnswersZh() },
    });
    await house.db
      .updateTable('users')
      .set({ status: 'archived' })
      .where('id', '=', chinese.userId)
      .execute();
    const response = await house.viewerClient.fetch(`/api/customers/${chinese.userId}/emergency`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain('lang="en-AU"');
    expect(page).toContain('CPR');
    expect(page).toContain('would not want');
    expect(page).not.toMatch(/<script|<form/);
  });

  it('see only the documents when the plan consists of documents, on the page of the card too [LOCK-03, GAP-116]', async () => {
    const { userId } = await house.newCustomer({ plan: { status: 'draft', answers: fullAnswers() } });
    await insertFile(house.services, userId, { file_name: 'directive of 2019.pdf', is_eol: true });
    await setPlan(userId, { external: true });
    const page = await sheetOf(userId);
    expect(page).toContain('Read the papers below');
    expect(page).toContain('directive of 2019.pdf');
    expect(page).toContain('Lin Mei Chen');
    expect(page).not.toMatch(/CPR|would not want/);
  });

  it('are refused as strangers, without the right, and from inside an account [GAP-100] [security 4, security 5]', async () => {
    const { userId } = customer;
    const reads = [
      ['the page', async (client: House['nurseClient']) => codeOf(await client.graphql(open(userId)))],
      ...['plan.pdf', 'emergency'].map((path) => [
        path,
        async (client: House['nurseClient']) =>
          (
            (await client.fetch(`/api/customers/${userId}/${path}`).then((one) => one.json())) as {
              error: string;
            }
          ).error,
      ]),
    ] as [string, (client: House['nurseClient']) => Promise<string | undefined>][];
    for (const [who, client, code] of await house.strangers())
      for (const [what, read] of reads) expect([who, what, await read(client)]).toEqual([who, what, code]);
    for (const [what, read] of reads)
      expect([what, await house.withoutFlag(() => read(house.nurseClient))]).toEqual([what, 'forbidden']);
    const other = await person(house.services, { providerId: house.ids.house });
    const inside = await house.newClient(await house.newStaff(house.ids.house));
    const entered = await inside.post('/api/auth/login-as-customer', {
      customerId: other.userId,
      reason: 'She asked me to add her new telephone number',
      password: house.nurse.password,
    });
    expect(entered.status).toBe(200);
    for (const [what, read] of reads) expect([what, await read(inside)]).toEqual([what, 'not-found']);
    const suspended = await house.newStaff(house.ids.house);
    const left = await house.newClient(suspended);
    await house.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', suspended.userId)
      .execute();
    for (const [what, read] of reads) expect([what, await read(left)]).toEqual([what, 'unauthenticated']);
    expect(await trail(userId)).toEqual([]);
  });

  it('do not read by a picture or a link on another site [security 31]', async () => {
    for (const path of ['plan.pdf', 'emergency']) {
      const response = await house.nurseClient.fetch(`/api/customers/${customer.userId}/${path}`, {
        headers: { 'sec-fetch-site': 'cross-site' },
      });
      expect([path, response.status]).toEqual([path, 403]);
    }
    expect(await trail(customer.userId)).toEqual([]);
  });
});
