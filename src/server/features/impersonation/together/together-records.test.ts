import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, person, provider } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { archiveOf } from '../../privacy/copy/archive.fixture.ts';
import { getAuditReport } from '../../reports/audit/operations.ts';
import { beside } from './together.fixture.ts';

describe('a session together that is over', () => {
  let app: TestApp;
  let actions: ReturnType<typeof beside>;
  let customerId: string;

  beforeAll(async () => {
    app = await startApp();
    app.services.makePdf = () => Promise.resolve(new Uint8Array(Buffer.from('%PDF-1.7')));
    actions = beside(app, await provider(app.services, 'Banksia House'));
    const client = await actions.browserOf(await actions.newStaff());
    customerId = (await actions.resident()).userId;
    await actions.begin(client, customerId);
    expect((await actions.sign(client, customerId)).errors).toBeUndefined();
  });
  afterAll(() => app.close());

  it('is in the audit report with its start, and with who was beside her and where at each entry [N-08] [GAP-114]', async () => {
    const admin = await person(app.services, { role: 'tlcadmin' });
    const { data } = await getAuditReport.call(contextFor(app.services, admin.actor), {
      user_id: customerId,
    });
    const lines = data.map(({ event, by, beside: staff, place }) => [event, by, staff, place]);
    expect(lines).toContainEqual(['togetherStarted', 'staff', 'Priya Nair', 'Banksia House']);
    expect(lines).toContainEqual(['planSaved', 'owner', 'Priya Nair', 'Banksia House']);
  });

  it('is in her copy of all data: who was beside her, where, why, and the version that she signed [N-08] [R-63]', async () => {
    const files = unzipSync((await archiveOf(app.services, customerId))!);
    const text = strFromU8(files['start-here.html']!).replaceAll(/<[^>]*>/g, ' ');
    expect(text).toMatch(
      /Priya Nair was beside you, at Banksia House\. Reason: She asked me to help her with her plan\. You signed: Version 1 of your plan/,
    );
  });
});
