import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertFile } from '../../../../../testing/customer-files.ts';
import type { TestClient } from '../../../../../testing/client.ts';
import { pdfOf } from '../../files/checks/sample-files.fixture.ts';
import type { TestPerson } from '../../../../../testing/people.ts';
import { codeOf, startHouse, type House } from './customer-page.fixture.ts';

const pdf = pdfOf({ size: 20_000 });

describe('end-of-life documents that staff keep', () => {
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

  const begin = (client: TestClient) =>
    client.graphql(
      `mutation { addEndOfLifeDocument(user_id: "${customer.userId}", file_name: "directive.pdf", size: ${pdf.length}) { id url } }`,
    );
  const finish = (client: TestClient, id: string) =>
    client.graphql(
      `mutation { activateEndOfLifeDocument(user_id: "${customer.userId}", file_id: "${id}") {
        files { file_name } end_of_life_documents { key value { fileName } file { id added_by } } } }`,
    );
  const send = (client: TestClient, url: string) =>
    client.fetch(`${url}/1`, {
      method: 'PUT',
      body: pdf,
      headers: { 'content-type': 'application/octet-stream', origin: house.app.url },
    });

  it("are uploaded and downloaded on the page of the customer, beside the customer's own directive [CDET-02, ENT-14, CON-36, CON-16]", async () => {
    await insertFile(house.services, customer.userId, { file_name: 'own.pdf' });
    const begun = (await begin(house.nurseClient)).data.addEndOfLifeDocument;
    expect((await send(house.nurseClient, begun.url)).status).toBe(200);
    const { data, errors } = await finish(house.nurseClient, begun.id);
    expect(errors).toBeUndefined();
    expect(data.activateEndOfLifeDocument).toEqual({
      files: [{ file_name: 'own.pdf' }],
      end_of_life_documents: [
        {
          key: expect.any(String),
          value: { fileName: 'directive.pdf' },
          file: { id: begun.id, added_by: 'Priya Nair' },
        },
      ],
    });
    const response = await house.viewerClient.fetch(`/api/customers/${customer.userId}/files/${begun.id}`);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
    const trail = await house.db
      .selectFrom('audit_log')
      .select('action')
      .where('chain', '=', customer.userId)
      .where('actor_id', '=', house.viewer.userId)
      .execute();
    expect(trail).toEqual([{ action: 'openCustomerFile' }]);
  });

  it('are downloaded by staff at the URL with key and person, and recorded, but not by strangers [FILE-07, S-41]', async () => {
    const { id: fileId, url } = (await begin(house.nurseClient)).data.addEndOfLifeDocument;
    await send(house.nurseClient, url);
    await finish(house.nurseClient, fileId);
    const { s3_key } = await house.db
      .selectFrom('files')
      .select('s3_key')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow();
    const named = `/api/file-download/eol?fileKey=${s3_key}&id=${customer.userId}`;
    const download = async (client: TestClient, address = named) => {
      const response = await client.fetch(address);
      const next = response.headers.get('location');
      return next === null ? response : client.fetch(next);
    };
    const response = await download(house.viewerClient);
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment;.*directive\.pdf/),
    ]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
    const trail = await house.db
      .selectFrom('audit_log')
      .select('action')
      .where('chain', '=', customer.userId)
      .where('actor_id', '=', house.viewer.userId)
      .execute();
    expect(trail).toEqual([{ action: 'openCustomerFile' }]);
    const statuses: Record<string, number> = { unauthenticated: 401, forbidden: 403 };
    for (const [who, client, code] of await house.strangers()) {
      const refused = await download(client);
      expect([who, refused.status]).toEqual([who, statuses[code] ?? 404]);
    }
    const other = await house.newCustomer();
    const elsewhere = `/api/file-download/eol?fileKey=${s3_key}&id=${other.userId}`;
    expect((await download(house.viewerClient, elsewhere)).status).toBe(404);
  });

  it('are not among the files of the customer during the upload by staff, nor among the ten unfinished ones [S-50]', async () => {
    for (let count = 0; count < 10; count += 1)
      expect((await begin(house.nurseClient)).errors).toBeUndefined();
    expect((await begin(house.nurseClient)).errors?.[0].extensions.fields).toMatchObject([
      { message: 'error.file.unfinished', params: { count: '10' } },
    ]);
    const owner = await house.newClient(customer);
    // The signed plan is also a file, in another place.
    const names = async (): Promise<string[]> =>
      (await owner.graphql('{ getFiles(category: ACP) { file_name is_uploaded } }')).data.getFiles
        .filter(({ is_uploaded }: { is_uploaded: boolean }) => !is_uploaded)
        .map(({ file_name }: { file_name: string }) => file_name);
    expect(await names()).not.toContain('directive.pdf');
    const own = await owner.graphql(
      'mutation { insertFile(category: ACP, file_name: "own.pdf", size: 1000) { file_name } }',
    );
    expect(own.data.insertFile).toEqual({ file_name: 'own.pdf' });
    expect(await names()).toContain('own.pdf');
  });

  it('do not make a plan complete in the table of customers [CON-16]', async () => {
    const draft = await house.newCustomer({ plan: { status: 'draft', answers: { firstName: 'Ann' } } });
    await insertFile(house.services, draft.userId, { is_eol: true });
    const row = await house.db
      .selectFrom('customer_list')
      .select(['plan', 'latest_update', 'review'])
      .where('user_id', '=', draft.userId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ plan: 'draft', latest_update: null, review: true });
  });

  it('can be added and read only by authorised staff [CDET-02, GAP-88] [security 4, security 5]', async () => {
    const begun = (await begin(house.nurseClient)).data.addEndOfLifeDocument;
    const { id } = await insertFile(house.services, customer.userId);
    const read = async (client: TestClient) =>
      (
        (await (await client.fetch(`/api/customers/${customer.userId}/files/${id}`)).json()) as {
          error: string;
        }
      ).error;
    for (const [who, client, code] of await house.strangers()) {
      expect([who, codeOf(await begin(client))]).toEqual([who, code]);
      expect([who, codeOf(await finish(client, begun.id))]).toEqual([who, code]);
      expect([who, await read(client)]).toEqual([who, code]);
      expect((await send(client, begun.url)).ok).toBe(false);
    }
    expect(codeOf(await begin(house.viewerClient))).toBe('forbidden');
    expect((await send(house.viewerClient, begun.url)).status).toBe(403);
    const other = await house.newCustomer();
    const strange = await house.nurseClient.fetch(`/api/customers/${other.userId}/files/${id}`);
    expect(strange.status).toBe(404);
  });

  it("do not include the person's videos, nor the person's unfinished uploads [CDET-02]", async () => {
    const video = await insertFile(house.services, customer.userId, { category: 'WISHES' });
    const path = `/api/customers/${customer.userId}/files/${video.id}`;
    expect((await house.nurseClient.fetch(path)).status).toBe(404);
  });
});
