import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestClient } from '../../../../../testing/client.ts';
import { contextFor, fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { codeOf, startHouse, type House } from '../page/customer-page.fixture.ts';
import { handingIn, handOverQuery } from './hospital.fixture.ts';
import { getCustomers, getCustomerViews } from '../list/operations.ts';
import { staffToday } from '../today/operations.ts';

const minute = 60_000;

describe('handing a plan over to an ambulance', () => {
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

  const { handOver, openingsOf, entriesOf, pdfOf } = handingIn(() => ({ house, client, nurse }));
  const hospitalOf = async (userId: string) => {
    const { data } = await client.graphql(
      `{ getCustomer(id: "${userId}") { hospital { state since receiver receiver_other handed_at by } } }`,
    );
    return data.getCustomer.hospital;
  };

  it('records to whom and when, marks the customer as in hospital, and lists it among the openings [N-14]', async () => {
    const { userId } = await house.newCustomer();
    const { data } = await handOver(userId);
    expect(data.handOver).toMatchObject({ receiver: 'ambulance', repeated: false });
    expect(await hospitalOf(userId)).toMatchObject({
      ...{ state: 'in', receiver: 'ambulance', receiver_other: null, by: 'Priya Nair' },
    });
    expect(await openingsOf(userId)).toEqual([
      { kind: 'handedOver', name: 'Priya Nair', receiver: 'ambulance' },
    ]);
    const { data: list } = await client.graphql('{ getCustomers { data { id in_hospital_since } } }');
    const row = list.getCustomers.data.find(({ id }: { id: string }) => id === userId);
    expect(row.in_hospital_since).not.toBeNull();
    expect(await entriesOf(userId, 'handOver')).toEqual([
      { actor_id: nurse.userId, details: { handing_id: data.handOver.id, receiver: 'ambulance' } },
    ]);
  });

  it('keeps another receiver sealed, in the words of staff, and not in the trail [N-14]', async () => {
    const { userId } = await house.newCustomer();
    await handOver(userId, 'receiver: "other", receiver_other: "Patient transport"');
    expect(await hospitalOf(userId)).toMatchObject({
      receiver: 'other',
      receiver_other: 'Patient transport',
    });
    const stored = await house.db
      .selectFrom('plan_handings')
      .select(['receiver', 'receiver_sealed'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(stored.receiver_sealed?.toString('latin1')).not.toContain('Patient');
    expect(JSON.stringify(await entriesOf(userId, 'handOver'))).not.toContain('Patient');
  });

  it('refuses bad input at its field, and records nothing [N-14]', async () => {
    const { userId } = await house.newCustomer();
    for (const [more, field] of [
      ['receiver: "police"', 'receiver'],
      ['receiver: "other"', 'receiver_other'],
      [`receiver: "other", receiver_other: "${'x'.repeat(61)}"`, 'receiver_other'],
      ['receiver: "doctor", time: "25:00"', 'time'],
    ] as const) {
      const { errors } = await handOver(userId, more);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'invalid', fields: [{ field }] });
    }
    expect((await hospitalOf(userId)).state).toBeNull();
    expect(await openingsOf(userId)).toEqual([]);
  });

  it('is recorded once for two presses within a minute, also by two staff at once, and again later [N-14]', async () => {
    const { userId } = await house.newCustomer();
    const answers = await Promise.all([handOver(userId), handOver(userId, undefined, house.viewerClient)]);
    expect(answers.filter(({ data }) => data.handOver.repeated)).toHaveLength(1);
    expect(new Set(answers.map(({ data }) => data.handOver.id)).size).toBe(1);
    expect(await openingsOf(userId)).toHaveLength(1);
    const { clock } = house.services;
    house.services.clock = () => new Date(clock().getTime() + 2 * minute);
    try {
      expect((await handOver(userId)).data.handOver.repeated).toBe(false);
    } finally {
      house.services.clock = clock;
    }
    const stays = await house.db
      .selectFrom('hospital_stays')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    expect(stays).toHaveLength(1);
  });

  it('is refused for everyone without access to the plan, as are the PDF and the end of the stay [N-14, security 4]', async () => {
    const { userId } = await house.newCustomer();
    await handOver(userId);
    const queries = [
      handOverQuery(userId),
      `mutation { markBack(user_id: "${userId}") { id } }`,
      `mutation { markLookedAgain(user_id: "${userId}") { id } }`,
    ];
    for (const [name, stranger, code] of await house.strangers()) {
      for (const query of queries)
        expect([name, codeOf(await stranger.graphql(query))]).toEqual([name, code]);
      expect([name, (await pdfOf(userId, stranger)).status]).toEqual([
        name,
        code === 'unauthenticated' ? 401 : 404,
      ]);
    }
    const owner = await house.newCustomer();
    const ownClient = await house.newClient(owner);
    for (const query of queries)
      expect(codeOf(await ownClient.graphql(query.replaceAll(userId, owner.userId)))).not.toBeUndefined();
    expect((await pdfOf(owner.userId, ownClient)).status).toBeGreaterThanOrEqual(403);
    await house.withoutFlag(async () => {
      for (const query of queries) expect(codeOf(await client.graphql(query))).toBe('forbidden');
      expect((await pdfOf(userId)).status).toBe(403);
    });
    const fromElsewhere = await client.fetch(`/api/customers/${userId}/handover.pdf`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(fromElsewhere.status).toBe(403);
    expect((await hospitalOf(userId)).state).toBe('in');
  });

  it('is allowed to viewers of the house who may read plans [N-14]', async () => {
    const { userId } = await house.newCustomer();
    expect((await handOver(userId, undefined, house.viewerClient)).data.handOver.repeated).toBe(false);
    expect((await pdfOf(userId, house.viewerClient)).status).toBe(200);
  });

  it('makes the plan due for review when the customer is back, on Today and in the view of the table, until staff reviewed it or it is signed again [N-14, N-01, N-03]', async () => {
    const ids: string[] = [];
    const context = contextFor(house.services, nurse.actor);
    const viewed = async () => {
      const { data, count } = await getCustomers.call(context, { status: 'again', limit: 50 });
      const views = await getCustomerViews.call(context, {});
      // The count of the view is that of its list.
      expect(views.find(({ view }) => view === 'again')).toMatchObject({ count, isExact: true });
      return data.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    };
    const today = async () => {
      const { needs } = await staffToday.call(context, { all: 'again' });
      const found = needs.filter(({ kind, customer }) => kind === 'again' && ids.includes(customer.id));
      expect(await viewed()).toEqual(found.map(({ customer }) => customer.id));
      return found.map(({ customer, back }) => [customer.id, back]);
    };
    const { userId } = await house.newCustomer();
    const again = await house.newCustomer();
    ids.push(userId, again.userId);
    await handOver(userId);
    expect(await today()).toEqual([]);
    const back = `mutation { markBack(user_id: "${userId}") { state } }`;
    const looked = `mutation { markLookedAgain(user_id: "${userId}") { state } }`;
    expect(codeOf(await client.graphql(looked))).toBe('conflict');
    expect((await client.graphql(back)).data.markBack.state).toBe('back');
    expect(codeOf(await client.graphql(back))).toBe('conflict');
    expect((await hospitalOf(userId)).state).toBe('back');
    expect(await today()).toEqual([[userId, true]]);
    expect((await client.graphql(looked)).data.markLookedAgain.state).toBeNull();
    expect(await today()).toEqual([]);
    await handOver(again.userId);
    await client.graphql(back.replace(userId, again.userId));
    expect(await today()).toEqual([[again.userId, true]]);
    await handOver(again.userId, 'receiver: "hospital"');
    expect(await today()).toEqual([]);
    await client.graphql(back.replace(userId, again.userId));
    expect(await today()).toEqual([[again.userId, true]]);
    await house.db
      .updateTable('files')
      .set({ activated_timestamp: new Date(house.services.clock().getTime() + minute) })
      .where('user_id', '=', again.userId)
      .execute();
    expect(await today()).toEqual([]);
    expect((await hospitalOf(again.userId)).state).toBeNull();
  });

  it('mails the contacts who asked for it, once for a stay, without health facts, and no others [N-14]', async () => {
    const contact = (name: string, accepted = true) => ({
      ...{ name, email: `${crypto.randomUUID()}@test.example`, phone: '0491 570 156' },
      ...{ relationship: 'Son', accepted, substitutedDecisionMaker: true, enduringGuardian: false },
    });
    const contacts = [contact('Adam Asked'), contact('Nora Not'), contact('Pia Pending', false)];
    const { userId } = await person(house.services, {
      ...{ providerId: house.ids.house, firstName: 'Lin Mei', lastName: 'Chen', contacts },
      plan: { status: 'complete', answers: fullAnswers() },
    });
    await house.db
      .updateTable('trusted_contacts')
      .set({ hospital_news: true })
      .where('user_id', '=', userId)
      .where('name', '!=', 'Nora Not')
      .execute();
    await handOver(userId);
    await handOver(userId, 'receiver: "hospital"');
    const mails = async () => {
      const { rows } = await sql<{ to_address: string; subject: string; text: string }>`
        select to_address, subject, to_jsonb(mail_outbox)::text as text from mail_outbox
        where to_address = any(${contacts.map(({ email }) => email)}::text[]) and subject like '%was handed to%'`.execute(
        house.db,
      );
      return rows;
    };
    await vi.waitFor(
      async () => {
        expect((await mails()).map(({ to_address }) => to_address)).toEqual([contacts[0]?.email]);
        const { rows } = await sql`select 1 from jobs.job
          where state not in ('completed', 'cancelled', 'failed')`.execute(house.db);
        expect(rows).toEqual([]);
      },
      { timeout: 20_000, interval: 200 },
    );
    const [mail] = await mails();
    expect(mail?.text).toContain('Banksia House');
    expect(mail?.text).toContain('an ambulance');
    expect(mail?.text).toContain('救护车');
    expect(mail?.text).not.toMatch(/CPR|ventilat|shared-plan/);
  });
});
