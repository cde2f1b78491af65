import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import sharp from 'sharp';
import type { TestClient } from '../../../../../testing/client.ts';
import { contextFor, fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { upload } from '../../files/uploads/uploads.fixture.ts';
import { codeOf, startHouse, type House } from '../page/customer-page.fixture.ts';
import { getCustomers, getCustomerViews } from '../list/operations.ts';
import { staffToday } from '../today/operations.ts';
import { readHandover } from './reading-operation.ts';

const minute = 60_000;

const handOverQuery = (userId: string, more = 'receiver: "ambulance"') =>
  `mutation { handOver(user_id: "${userId}", ${more}) { id receiver repeated } }`;

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

  const handOver = async (userId: string, more?: string, by = client) =>
    by.graphql(handOverQuery(userId, more));
  const hospitalOf = async (userId: string) => {
    const { data } = await client.graphql(
      `{ getCustomer(id: "${userId}") { hospital { state since receiver receiver_other handed_at by } } }`,
    );
    return data.getCustomer.hospital;
  };
  const openingsOf = async (userId: string) => {
    const { data } = await client.graphql(
      `{ getCustomer(id: "${userId}") { openings { count data { kind name receiver } } } }`,
    );
    return data.getCustomer.openings.data;
  };
  const entriesOf = (userId: string, action: string) =>
    house.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('chain', '=', userId)
      .where('action', '=', action)
      .orderBy('seq')
      .execute();
  const pdfOf = (userId: string, by = client) => by.fetch(`/api/customers/${userId}/handover.pdf`);
  const readContent = (userId: string) =>
    readHandover.call(contextFor(house.services, nurse.actor), { user_id: userId });

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

  it('makes one PDF of the first page, the plan and the papers, recorded as a reading that the person is told of [N-14, D-17]', async () => {
    const customer = await house.newCustomer();
    const owner = await house.newClient(customer);
    const paper = await PDFDocument.create();
    for (let page = 0; page < 3; page += 1) paper.addPage([300, 400]);
    const content = Buffer.from(await paper.save());
    await upload(owner, { category: 'ACP', file_name: 'directive.pdf', content });
    await handOver(customer.userId);
    const response = await pdfOf(customer.userId);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(/^inline/);
    const pages = (await PDFDocument.load(await response.arrayBuffer())).getPages();
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.slice(-3).map((page) => Math.round(page.getWidth()))).toEqual([300, 300, 300]);
    expect(Math.round(pages[0]?.getWidth() ?? 0)).toBe(595);
    expect((await entriesOf(customer.userId, 'readHandover')).map(({ details }) => details)).toEqual([
      { handing_id: expect.any(String), plan: true, papers: 1 },
    ]);
    expect((await openingsOf(customer.userId)).map(({ kind }: { kind: string }) => kind)).toEqual([
      'staff',
      'handedOver',
    ]);
    const told = await house.db
      .selectFrom('recent_activities')
      .select('template')
      .where('user_id', '=', customer.userId)
      .where('template', '=', 'PLAN_OPENED')
      .execute();
    expect(told).toHaveLength(1);
  });

  it('has a photographed paper as a page [N-14]', async () => {
    const customer = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    const owner = await house.newClient(customer);
    const content = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#eeeeee' } })
      .png()
      .toBuffer();
    const document_type = 'APPOINTMENT_OF_MEDICAL_TREATMENT_DECISION_MAKER_OR_MEDICAL_POWER_OF_ATTORNEY';
    await upload(owner, { category: 'ADDITIONAL_DOCUMENT', document_type, file_name: 'scan.png', content });
    await upload(owner, {
      ...{ category: 'ADDITIONAL_DOCUMENT', document_type: 'TRANSLATOR_STATEMENT' },
      ...{ file_name: 'translator.png', content },
    });
    await handOver(customer.userId);
    const pages = (await PDFDocument.load(await (await pdfOf(customer.userId)).arrayBuffer())).getPages();
    expect(pages.map((page) => Math.round(page.getWidth()))).toEqual([595, 842]);
  });

  it('contains nothing of a draft, and the customer is not notified while nothing was opened [N-14, D-61]', async () => {
    const answers = { ...fullAnswers(), firstName: 'Secret draft name' };
    const { userId } = await house.newCustomer({ plan: { status: 'draft', answers } });
    await handOver(userId);
    const content = await readContent(userId);
    expect(content.view.standing).toBe('none');
    expect(content.plan).toBeNull();
    expect(JSON.stringify(content)).not.toContain('Secret draft');
    expect((await entriesOf(userId, 'readHandover'))[0]?.details).toMatchObject({ plan: false });
    expect((await openingsOf(userId)).map(({ kind }: { kind: string }) => kind)).toEqual(['handedOver']);
  });

  it('is in English for a plan that was signed in Chinese, with what the person wrote in their own words [N-14]', async () => {
    const words = '我想见女儿';
    const answers = { ...fullAnswers(), treatmentsSelected_note: words };
    const { userId } = await house.newCustomer({ plan: { status: 'complete', answers } });
    await house.db.updateTable('acps').set({ language: 'zh' }).where('user_id', '=', userId).execute();
    await handOver(userId);
    const { plan, view } = await readContent(userId);
    expect([plan?.language, plan?.twin]).toEqual(['en', null]);
    expect(view.plan.language).toBe('zh');
    expect(JSON.stringify(plan)).toContain(words);
    expect(JSON.stringify(plan)).not.toContain('预先护理');
  });

  it('has first page and plan of one moment if the plan is withdrawn or signed again meanwhile [N-14]', async () => {
    const { userId } = await house.newCustomer();
    await handOver(userId);
    const change = (values: object) =>
      house.db
        .updateTable('acps')
        .set((row) => ({ ...values, version: row('version', '+', 1) }))
        .where('user_id', '=', userId)
        .where('type', '=', 'active')
        .execute();
    const changes = Array.from({ length: 6 }, (_, at) =>
      at % 2 === 0 ? { status: 'draft' as const } : { status: 'complete' as const },
    );
    const [contents] = await Promise.all([
      Promise.allSettled(Array.from({ length: 4 }, () => readContent(userId))),
      (async () => {
        for (const values of changes) await change(values);
      })(),
    ]);
    for (const content of contents) {
      if (content.status === 'rejected') expect(content.reason).toMatchObject({ code: 'unavailable' });
      else expect(content.value.plan !== null).toBe(content.value.view.standing === 'signed');
    }
    expect((await readContent(userId)).view.standing).toBe('signed');
  });

  it('makes no PDF for a customer who is not in hospital [N-14]', async () => {
    const { userId } = await house.newCustomer();
    expect((await pdfOf(userId)).status).toBe(404);
    await handOver(userId);
    await client.graphql(`mutation { markBack(user_id: "${userId}") { id } }`);
    expect((await pdfOf(userId)).status).toBe(404);
  });

  it('makes the plan due to be looked at again when the customer is back, on Today and in the view of the table, until staff did or it is signed again [N-14, N-01, N-03]', async () => {
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
