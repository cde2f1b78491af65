import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, type TestPerson } from '../../../../../testing/people.ts';
import { upload } from '../../files/uploads/uploads.fixture.ts';
import { startHouse, type House } from '../page/customer-page.fixture.ts';
import { handingIn } from './hospital.fixture.ts';

describe('the PDF for an ambulance', () => {
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

  const { handOver, openingsOf, entriesOf, pdfOf, readContent } = handingIn(() => ({ house, client, nurse }));

  it('is one file of the first page, the plan and the papers, recorded as a read about which the person is notified [N-14, D-17]', async () => {
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

  it('is not made for a customer who is not in hospital [N-14]', async () => {
    const { userId } = await house.newCustomer();
    expect((await pdfOf(userId)).status).toBe(404);
    await handOver(userId);
    await client.graphql(`mutation { markBack(user_id: "${userId}") { id } }`);
    expect((await pdfOf(userId)).status).toBe(404);
  });
});
