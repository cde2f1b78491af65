import { PDFDocument } from '@cantoo/pdf-lib';
import type { Bundle, DocumentReference } from 'fhir/r4';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../../testing/client.ts';
import { upload } from '../../files/uploads/uploads.fixture.ts';
import { startHouse, type House } from '../page/customer-page.fixture.ts';

describe('a summary in FHIR for a hospital', () => {
  let house: House;
  let client: TestClient;

  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(async () => {
    await house.db.deleteFrom('attempts').execute();
    client = await house.newClient(await house.newStaff(house.ids.house));
  });
  afterAll(() => house.close());

  const handOver = (userId: string) =>
    client.graphql(`mutation { handOver(user_id: "${userId}", receiver: "ambulance") { id } }`);
  const summaryOf = (userId: string, kind: string) =>
    client.fetch(`/api/customers/${userId}/handover.fhir.json?as=${kind}`);
  const readingsOf = async (userId: string) =>
    (
      await house.db
        .selectFrom('audit_log')
        .select('details')
        .where('chain', '=', userId)
        .where('action', '=', 'readHandover')
        .execute()
    ).map(({ details }) => details);

  it('has the plan and its papers, and is recorded as a reading like the PDF [X-07, D-17]', async () => {
    const customer = await house.newCustomer();
    const owner = await house.newClient(customer);
    const paper = await PDFDocument.create();
    paper.addPage([300, 400]);
    const content = Buffer.from(await paper.save());
    await upload(owner, { category: 'ACP', file_name: 'directive.pdf', content });
    expect((await summaryOf(customer.userId, 'patient-summary')).status).toBe(404);
    await handOver(customer.userId);
    const response = await summaryOf(customer.userId, 'patient-summary');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/fhir+json']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    const bundle = (await response.json()) as Bundle;
    const resources = (bundle.entry ?? []).flatMap(({ resource }) => resource ?? []);
    expect(resources.map(({ resourceType }) => resourceType)).toEqual([
      ...['Composition', 'Patient', 'Organization', 'Organization', 'DocumentReference', 'Consent'],
    ]);
    const [pdf, document] = (resources[4] as DocumentReference).content.map(({ attachment }) =>
      Buffer.from(attachment.data ?? '', 'base64'),
    );
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    expect((JSON.parse(String(document)) as Bundle).entry?.[0]?.resource?.resourceType).toBe('Composition');
    expect(JSON.stringify(bundle)).not.toContain('medicare-number');
    expect(await readingsOf(customer.userId)).toEqual([
      { handing_id: expect.any(String), plan: true, papers: 1, as: 'patient-summary' },
    ]);
    const { data } = await client.graphql(
      `{ getCustomer(id: "${customer.userId}") { openings { data { kind } } } }`,
    );
    expect(data.getCustomer.openings.data).toContainEqual({ kind: 'staff' });
  });

  it('is not made of a draft, of an unknown kind, for others and from another site [X-07]', async () => {
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: {} } });
    await handOver(draft.userId);
    for (const kind of ['patient-summary', 'transfer-summary'])
      expect((await summaryOf(draft.userId, kind)).status).toBe(404);
    const { userId } = await house.newCustomer();
    await handOver(userId);
    expect((await summaryOf(userId, 'transfer-summary')).status).toBe(200);
    for (const kind of ['', 'pdf', '__proto__']) expect((await summaryOf(userId, kind)).status).toBe(400);
    await house.withoutFlag(async () => {
      expect((await summaryOf(userId, 'patient-summary')).status).toBe(403);
    });
    const path = `/api/customers/${userId}/handover.fhir.json?as=patient-summary`;
    const elsewhere = await client.fetch(path, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(elsewhere.status).toBe(403);
    expect((await fetch(client.url + path)).status).toBe(401);
  });
});
