import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { pdfOf } from '../files/checks/sample-files.fixture.ts';
import { paper, upload } from '../files/uploads/uploads.fixture.ts';
import { visiting } from './impersonation.fixture.ts';

const minute = 60_000;
const visits = `query ($offset: Int, $limit: Int) { staffVisits(offset: $offset, limit: $limit) {
  count count_is_exact data { id started_at ended_at staff organisation reason fields } } }`;

describe('what staff did in an account [R-52]', () => {
  let app: TestApp;
  let banksia: string;
  let staff: TestPerson;
  let actions: ReturnType<typeof visiting>;

  const db = () => app.services.db;
  const read = async (who: TestPerson, page = {}) =>
    (await (await actions.browserOf(who)).graphql(visits, page)).data.staffVisits;
  const change = async (client: TestClient, mutation: string) =>
    expect((await client.graphql(`mutation { ${mutation} { id } }`)).errors).toBeUndefined();

  async function saveAnswers(client: TestClient, userId: string, answers: object): Promise<void> {
    const plan = await db()
      .selectFrom('acps')
      .select(['id', 'version'])
      .where('user_id', '=', userId)
      .where('type', '=', 'active')
      .executeTakeFirstOrThrow();
    const { errors } = await client.graphql(
      `mutation ($id: ID!, $answers: JSON!, $version: Int!) {
        updateAnswers(id: $id, answers: $answers, status: draft, version: $version) { returning { version } } }`,
      { ...plan, answers },
    );
    expect(errors).toBeUndefined();
  }

  beforeAll(async () => {
    app = await startApp();
    banksia = await provider(app.services);
    actions = visiting(app, banksia);
    staff = await actions.newStaff();
  });
  beforeEach(() => db().deleteFrom('attempts').execute());
  afterAll(() => app.close());

  it('names suggested contacts and files, when staff suggested one and added one [S-01] [S-02]', async () => {
    const who = await person(app.services, { providerId: banksia });
    const client = await actions.browserOf(staff);
    await actions.enter(client, who.userId, { reason: 'She rang about her papers' });
    expect((await client.graphql(`mutation { suggestTrustedContact(${facts}) }`)).errors).toBeUndefined();
    const added = await upload(client, paper('Letter.pdf', pdfOf({ size: 4_000 })));
    expect(added.refusal).toBeUndefined();
    await actions.goBack(client);
    expect((await read(who)).data[0].fields.split(' ').sort()).toEqual(['files', 'suggested_contacts']);
  });

  const facts = `name: "Zoe", email: "zoe@test.example", phone: "0491 570 006", relationship: "Friend",
    substitutedDecisionMaker: false, enduringGuardian: false`;

  it.each<[string, (contact: string) => string]>([
    [
      'added',
      () => `addTrustedContact(${facts.replace('zoe@', 'new@')}, permissionConfirmation: true) { id }`,
    ],
    ['changed', (id) => `updateTrustedContact(id: "${id}", ${facts}) { id }`],
    ['asked again', (id) => `remindTrustedContact(id: "${id}") { id }`],
    [
      'left off the emergency page',
      (id) => `updateTrustedContactEmergency(id: "${id}", on_emergency_page: false) { id }`,
    ],
    [
      'shown all files',
      (id) =>
        `insertSharedFiles(shared_with: "${id}", file_ids: [], plan_shared: true, fullAccess: true) { id }`,
    ],
    ['deleted', (id) => `deleteTrustedContact(id: "${id}")`],
  ])(
    'records nothing if staff in the account cannot have a contact %s [S-01] [D-59]',
    async (_, mutation) => {
      const who = await person(app.services, { providerId: banksia });
      const asked = { email: 'zoe@test.example', phone: '0491 570 006', relationship: 'Friend' };
      const { id } = await db()
        .insertInto('trusted_contacts')
        .values({ ...asked, user_id: who.userId, name: 'Zoe', asked_at: new Date(0) })
        .returning('id')
        .executeTakeFirstOrThrow();
      const client = await actions.browserOf(staff);
      await actions.enter(client, who.userId);
      const { errors } = await client.graphql(`mutation { ${mutation(id)} }`);
      expect(errors?.[0].extensions.code).toBe('forbidden');
      await actions.goBack(client);
      expect((await read(who)).data).toMatchObject([{ staff: 'Priya Nair', fields: '' }]);
    },
  );

  it('is visible to the customer: who, when and why, and which fields have a changed value', async () => {
    const who = await person(app.services, {
      providerId: banksia,
      plan: { status: 'draft', answers: fullAnswers() },
    });
    const client = await actions.browserOf(staff);
    await actions.enter(client, who.userId, { reason: 'She rang about her postcode' });
    await change(client, 'updateProfile(postcode: "3280", gender: "Other", medicare_number: "2123456701")');
    await change(client, 'updateLanguage(language: "zh")');
    await change(client, 'updateLanguage(language: "en")');
    await change(client, 'updateDateFormat(date_format: "YYYY-MM-DD")');
    await saveAnswers(client, who.userId, {
      explanations: 'As she said to me',
      cannotHear: fullAnswers().cannotHear,
    });
    const during = await read(who);
    expect(during.data[0].ended_at).toBeNull();
    await actions.goBack(client);
    const { count, data } = await read(who);
    expect(count).toBe(1);
    const [visit] = data;
    expect(visit).toMatchObject({
      staff: 'Priya Nair',
      organisation: 'Banksia House',
      reason: 'She rang about her postcode',
      ended_at: expect.any(String),
    });
    expect(new Set(visit.fields.split(' '))).toEqual(
      new Set(['postcode', 'gender', 'medicare_number', 'language', 'date_format', 'explanations']),
    );
    expect(JSON.stringify(data)).not.toContain('As she said to me');
    expect(Math.abs(Date.parse(visit.started_at) - Date.now())).toBeLessThan(minute);
  });

  it("states for a visit without a change that there was none, and contains nothing of the customer's actions", async () => {
    const who = await actions.newCustomer();
    const client = await actions.browserOf(staff);
    await actions.enter(client, who.userId);
    await change(client, 'updateDateFormat(date_format: "DD/MM/YY")');
    await change(await actions.browserOf(who), 'updateProfile(postcode: "3281")');
    await actions.goBack(client);
    expect((await read(who)).data).toMatchObject([{ fields: '' }]);
  });

  it('separates the changes of two simultaneous visits', async () => {
    const who = await actions.newCustomer();
    const [one, next] = [await actions.browserOf(staff), await actions.browserOf(staff)];
    await actions.enter(one, who.userId, { reason: 'First' });
    await actions.enter(next, who.userId, { reason: 'Second' });
    await change(one, 'updateProfile(postcode: "3282")');
    await change(next, 'updateDateFormat(date_format: "YYYY-MM-DD")');
    const { data } = await read(who);
    expect(data.map(({ reason, fields }: { reason: string; fields: string }) => [reason, fields])).toEqual([
      ['Second', 'date_format'],
      ['First', 'postcode'],
    ]);
  });

  it('contains nothing of a change that is refused or rolled back', async () => {
    const who = await person(app.services, {
      providerId: banksia,
      plan: { status: 'complete', answers: fullAnswers() },
    });
    const client = await actions.browserOf(staff);
    await actions.enter(client, who.userId);
    const { errors } = await client.graphql('mutation { updateProfile(first_name: "Maggie") { id } }');
    expect(errors?.[0].extensions.code).toBe('forbidden');
    await client.graphql('mutation { updateProfile(postcode: "99999") { id } }');
    expect((await read(who)).data).toMatchObject([{ fields: '' }]);
  });

  it('has ended when the hour is over, when the session was idle, and when it is gone, before any job records it', async () => {
    const who = await actions.newCustomer();
    const past = new Date(Date.now() - 5 * minute);
    const ways = [
      (id: string) =>
        db()
          .updateTable('staff_visits')
          .set({ started_at: new Date(+past - minute), ends_at: past })
          .where('id', '=', id),
      (id: string) =>
        db()
          .updateTable('sessions')
          .set({ idle_expires_at: past })
          .where('id', '=', (find) =>
            find.selectFrom('staff_visits').select('session_id').where('id', '=', id),
          ),
    ];
    for (const way of ways) {
      const client = await actions.browserOf(staff);
      await actions.enter(client, who.userId);
      const visit = await actions.visitOf(who.userId);
      await way(visit!.id).execute();
      const { data } = await read(who);
      const { ended_at } = data.find(({ id }: { id: string }) => id === visit!.id);
      // A job may have been faster.
      expect(Date.parse(ended_at)).toBeGreaterThanOrEqual(+past);
      expect(Date.parse(ended_at)).toBeLessThanOrEqual(Date.now());
    }
    const client = await actions.browserOf(staff);
    await actions.enter(client, who.userId);
    const visit = await actions.visitOf(who.userId);
    await db().deleteFrom('sessions').where('id', '=', visit!.session_id).execute();
    const { data } = await read(who);
    expect(data.find(({ id }: { id: string }) => id === visit!.id).ended_at).not.toBeNull();
  });

  it("has ended by the clock of the product, whatever the database's clock", async () => {
    const who = await actions.newCustomer();
    await actions.enter(await actions.browserOf(staff), who.userId);
    expect((await read(who)).data[0].ended_at).toBeNull();
    app.advance(61 * minute);
    const visit = (await actions.visitOf(who.userId))!;
    expect(visit.ended_at).toBeNull();
    expect((await read(who)).data[0].ended_at).toBe(visit.ends_at.toISOString());
    app.advance(-61 * minute);
  });

  it('is returned in pages of ten, newest first, fifty at most', async () => {
    const who = await actions.newCustomer();
    for (let number = 0; number < 12; number += 1) {
      const client = await actions.browserOf(staff);
      await actions.enter(client, who.userId, { reason: `Reason ${number}` });
      await actions.goBack(client);
      await db().deleteFrom('attempts').execute();
    }
    const first = await read(who);
    const second = await read(who, { offset: 10, limit: 50 });
    expect([first.count, first.data.length, second.data.length]).toEqual([12, 10, 2]);
    expect([...first.data, ...second.data].map(({ reason }: { reason: string }) => reason)).toEqual(
      Array.from({ length: 12 }, (_, at) => `Reason ${11 - at}`),
    );
    const own = await actions.browserOf(who);
    for (const page of [{ limit: 51 }, { limit: 0 }, { offset: -1 }])
      expect((await own.graphql(visits, page)).errors?.[0].extensions.code).toBe('invalid');
  });

  it('is visible to no other user: not to another customer, staff of any provider, an administrator, or the visitor inside [security 2, security 8]', async () => {
    const who = await actions.newCustomer();
    const inside = await actions.browserOf(staff);
    await actions.enter(inside, who.userId, { reason: 'Only hers to read' });
    expect((await inside.graphql(visits)).errors?.[0].extensions.code).toBe('forbidden');
    const elsewhere = await provider(app.services, 'Elsewhere');
    const others = [
      await person(app.services, { providerId: banksia }),
      await person(app.services, { role: 'provideradmin', providerId: banksia }),
      await person(app.services, { role: 'provideradmin', providerId: elsewhere }),
      await person(app.services, { role: 'admin' }),
    ];
    for (const other of others) {
      const answer = await (await actions.browserOf(other)).graphql(visits);
      expect(JSON.stringify(answer)).not.toContain('Only hers to read');
      if (other === others[0]) expect(answer.data.staffVisits).toMatchObject({ count: 0, data: [] });
      else expect(answer.errors?.[0].extensions.code).toBe('not-found');
    }
  });

  it('is deleted with its person, and is kept without the name when the staff member is deleted', async () => {
    const who = await actions.newCustomer();
    const leaving = await actions.newStaff();
    const client = await actions.browserOf(leaving);
    await actions.enter(client, who.userId);
    await change(client, 'updateProfile(postcode: "3283")');
    await actions.goBack(client);
    await db().deleteFrom('users').where('id', '=', leaving.userId).execute();
    expect((await read(who)).data).toMatchObject([{ staff: null, organisation: null, fields: 'postcode' }]);
    const left = () =>
      db().selectFrom('staff_visit_changes').select('field').where('customer_id', '=', who.userId).execute();
    expect(await left()).toHaveLength(1);
    await db().deleteFrom('users').where('id', '=', who.userId).execute();
    expect(await left()).toEqual([]);
  });
});
