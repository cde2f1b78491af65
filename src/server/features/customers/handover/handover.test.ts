import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answers } from '../../../../domain/questionnaire/answers.ts';
import { insertFile } from '../../../../../testing/customer-files.ts';
import type { TestClient } from '../../../../../testing/client.ts';
import { contextFor, fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { wordsOf } from '../../../pages/emergency/emergency.fixture.ts';
import { startHouse, type House } from '../page/customer-page.fixture.ts';
import { readCustomerEmergency } from '../page/reading/reading-operations.ts';

/** The signed answers of Lin Mei Chen. */
const answersOf = (more: Answers = {}): Answers => ({
  ...fullAnswers(),
  firstName: 'Lin Mei',
  lastName: 'Chen',
  ...more,
});

const opened = { headers: { accept: 'text/html' } };

describe('the handover list of a house', () => {
  let house: House;
  // A person prints a few lists in a minute, so that each test has its own nurse.
  let nurse: TestPerson;
  let client: TestClient;

  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(async () => {
    await house.db.deleteFrom('attempts').execute();
    await house.db
      .updateTable('users')
      .set({ provider_id: house.ids.elsewhere })
      .where('provider_id', '=', house.ids.house)
      .where('permission_role_id', '=', 5)
      .execute();
    nurse = await house.newStaff(house.ids.house);
    client = await house.newClient(nurse);
  });
  afterAll(() => house.close());

  const address = (id = house.ids.house) => `/api/providers/${id}/handover`;
  const listOf = async (reader = client): Promise<string> => {
    const list = await reader.fetch(address(), opened);
    expect([list.status, list.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return list.text();
  };
  const entriesOf = (userId: string) =>
    house.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'details'])
      .where('chain', '=', userId)
      .where('action', '=', 'readCustomerEmergency')
      .execute();

  it('has one line for each resident by name, with CPR, refusals, the first call, and the version with its date [N-06]', async () => {
    const contacts = [
      {
        ...{ name: 'Daniel Chen', email: 'dan@test.example', phone: '0491 570 156', relationship: 'Son' },
        ...{ accepted: false, substitutedDecisionMaker: true, enduringGuardian: false },
      },
    ];
    const answers = answersOf({ cprStopBreathing: 'do not want CPR', cprCatastrophic: 'do not want CPR' });
    await house.newCustomer({ plan: { status: 'complete', answers }, contacts });
    await person(house.services, { providerId: house.ids.house, firstName: 'Arthur', lastName: 'Ward' });
    const words = wordsOf(await listOf());
    expect(words).toMatch(/Banksia House: handover list/);
    expect(words).toMatch(/Printed \d\d\/\d\d\/\d{4} at \d\d:\d\d by Priya Nair\s+Destroy after this shift/);
    expect(words.indexOf('Lin Mei Chen')).toBeLessThan(words.indexOf('Arthur Ward'));
    expect(words).toContain('No: does not want CPR');
    expect(words).toContain('Daniel Chen 0491 570 156 (decision maker, has not agreed yet)');
    expect(words).toMatch(/v1, \d\d\/\d\d\/\d\d/);
    expect(words).toContain('No signed plan');
    expect(words).toContain('2 residents, 1 with a signed plan');
  });

  it('shows nothing of a draft, and sends the reader to papers from elsewhere [N-06]', async () => {
    const answers = answersOf({ cprStopBreathing: 'do not want CPR', firstName: 'Secret' });
    await house.newCustomer({ plan: { status: 'draft', answers } });
    const { userId } = await house.newCustomer({ lastName: 'Paper', plan: { status: 'draft', answers } });
    await house.db.updateTable('acps').set({ external: true }).where('user_id', '=', userId).execute();
    await insertFile(house.services, userId, { file_name: 'directive.pdf', is_eol: true });
    const words = wordsOf(await listOf());
    expect(words).not.toMatch(/Secret|CPR\b.*want/);
    expect(words).toContain('No signed plan');
    expect(words).toMatch(/Paper directive: read it[^]*paper, \d\d\/\d\d\/\d{4}/);
  });

  it('is in the order of rooms, 2 before 10, with those without a room last, or by name [N-06, N-09]', async () => {
    for (const [lastName, room] of [
      ['Adams', '10'],
      ['Brown', '2'],
      ['Clark', null],
      ['Davis', '10A'],
    ] as const) {
      const { userId } = await person(house.services, {
        providerId: house.ids.house,
        firstName: 'Ann',
        lastName,
      });
      await house.db.updateTable('users').set({ room }).where('id', '=', userId).execute();
    }
    const namesIn = (page: string) => [...page.matchAll(/Ann (\w+)/g)].map(([, name]) => name);
    const page = await listOf();
    expect(namesIn(page)).toEqual(['Brown', 'Adams', 'Davis', 'Clark']);
    expect(page).toContain('>10A</td>');
    const byName = await client.fetch(`${address()}?order=name`, opened);
    expect(namesIn(await byName.text())).toEqual(['Adams', 'Brown', 'Clark', 'Davis']);
  });

  it('escapes what residents and contacts are called [N-06]', async () => {
    await person(house.services, {
      providerId: house.ids.house,
      firstName: '<b>Rose</b>',
      lastName: '"Ward"',
    });
    const page = await listOf();
    expect(page).toContain('&lt;b&gt;Rose&lt;/b&gt;');
    expect(page).not.toContain('<b>Rose');
  });

  it('is recorded for the house and for each resident, who sees the opening and is notified once a day [N-06, D-17]', async () => {
    const { userId } = await house.newCustomer();
    await listOf();
    await listOf();
    expect(await entriesOf(userId)).toEqual(
      [1, 2].map(() => ({
        action: 'readCustomerEmergency',
        actor_id: nurse.userId,
        details: { plan: true, handover: house.ids.house },
      })),
    );
    const notified = await house.db
      .selectFrom('recent_activities')
      .select('template')
      .where('user_id', '=', userId)
      .where('template', '=', 'PLAN_OPENED')
      .execute();
    expect(notified).toEqual([{ template: 'PLAN_OPENED' }]);
    const begun = await house.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'beginHandoverList')
      .where('actor_id', '=', nurse.userId)
      .execute();
    expect(begun).toContainEqual({ details: { provider_id: house.ids.house, customers: 1 } });
    const { data } = await client.graphql(
      `{ getCustomer(id: "${userId}") { openings { count data { name } } } }`,
    );
    expect(data.getCustomer.openings).toMatchObject({
      count: 2,
      data: [{ name: 'Priya Nair' }, { name: 'Priya Nair' }],
    });
  });

  it('leaves out residents of wards below, archived ones, and those who are to be removed [N-06]', async () => {
    await person(house.services, { providerId: house.ids.ward, firstName: 'Ward', lastName: 'Below' });
    const archived = await house.newCustomer({ lastName: 'Gone' });
    await house.db
      .updateTable('users')
      .set({ status: 'archived' })
      .where('id', '=', archived.userId)
      .execute();
    const leaving = await house.newCustomer({ lastName: 'Leaving' });
    await house.db
      .updateTable('users')
      .set({ removal_requested_at: new Date(), delete_on: '2027-01-01' })
      .where('id', '=', leaving.userId)
      .execute();
    expect(wordsOf(await listOf())).toContain('No residents live here.');
  });

  it('does not read a resident who was moved to another house after the list was started [N-06]', async () => {
    const { userId } = await house.newCustomer();
    await house.db
      .updateTable('users')
      .set({ provider_id: house.ids.ward })
      .where('id', '=', userId)
      .execute();
    const context = contextFor(house.services, nurse.actor);
    const read = readCustomerEmergency.call(context, { id: userId, handover: house.ids.house });
    await expect(read).rejects.toMatchObject({ code: 'not-found' });
    expect(await entriesOf(userId)).toEqual([]);
  });

  it('counts as a reading by staff in the audit report, and not as an emergency [N-06, D-17]', async () => {
    const { userId } = await house.newCustomer();
    await listOf();
    const entries = await house.db
      .selectFrom('plan_entries')
      .select('event')
      .where('user_id', '=', userId)
      .where('actor_id', '=', nurse.userId)
      .execute();
    expect(entries).toEqual([{ event: 'planOpened' }]);
  });

  it('is printed by staff of the house with read access and of providers above it, and by no other person [N-06]', async () => {
    const { userId } = await house.newCustomer({ plan: { status: 'complete', answers: answersOf() } });
    expect(wordsOf(await listOf(house.viewerClient))).toContain('Lin Mei Chen');
    const before = (await entriesOf(userId)).length;
    for (const [who, stranger, code] of await house.strangers()) {
      const refused = await stranger.fetch(address(), opened);
      expect([who, refused.status]).toEqual([who, code === 'unauthenticated' ? 401 : 404]);
      expect(await refused.text()).not.toContain('Lin Mei');
    }
    await house.withoutFlag(async () => {
      expect((await client.fetch(address(), opened)).status).toBe(403);
    });
    expect((await client.fetch('/api/providers/no-id/handover', opened)).status).toBe(400);
    expect((await entriesOf(userId)).length).toBe(before);
  });

  it('is not printed by a link or picture of another site [N-06]', async () => {
    const { userId } = await house.newCustomer();
    const refused = await client.fetch(address(), {
      headers: { ...opened.headers, 'sec-fetch-site': 'cross-site' },
    });
    expect(refused.status).toBe(403);
    expect(await entriesOf(userId)).toEqual([]);
  });
});
