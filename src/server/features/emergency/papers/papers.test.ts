import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { pdfOf } from '../../files/checks/sample-files.fixture.ts';
import { deleteFile, upload } from '../../files/uploads/uploads.fixture.ts';
import { typePin } from '../emergency.fixture.ts';

describe('papers on the emergency page', () => {
  let app: TestApp;
  let ann: TestPerson;
  let owner: TestClient;
  let reader: TestClient;
  const content = pdfOf({ size: 40_000 });

  const add = async (category: 'ACP' | 'ADDITIONAL_DOCUMENT', file_name: string) =>
    (await upload(owner, { category, file_name, content })).file.id as string;
  const page = async () => (await reader.fetch(`/acp-login/${ann.shareId}`)).text();
  const address = (id: string) => `/acp-login/${ann.shareId}/files/${id}`;

  beforeAll(async () => {
    app = await startApp();
    ann = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    owner = new TestClient(app.url);
    await owner.signIn(ann.email, ann.password);
    reader = new TestClient(app.url);
    await typePin(reader, ann.shareId, ann.pin);
  });
  afterAll(() => app.close());

  it('are the directive in force, for download, after the PIN was entered; the owner is notified [D-06, D-08]', async () => {
    expect(await page()).not.toContain('Papers that');
    const old = await add('ACP', 'Old form.pdf');
    const id = await add('ACP', 'Signed form.pdf');
    const other = await add('ADDITIONAL_DOCUMENT', 'Private letter.pdf');
    const html = await page();
    expect(html).toContain('Signed form.pdf, added');
    expect(html).toContain(`href="${address(id)}"`);
    for (const hidden of [old, other, 'Old form', 'Private letter']) expect(html).not.toContain(hidden);
    const response = await reader.fetch(address(id));
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const recorded = await app.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('chain', '=', ann.userId)
      .where('action', '=', 'recordEmergencyFile')
      .execute();
    expect(recorded).toEqual([{ details: { file_id: id } }]);
    for (const hidden of [old, other, crypto.randomUUID(), 'x'])
      expect((await reader.fetch(address(hidden))).headers.get('content-disposition')).toBeNull();
  });

  it('are refused without the PIN, with another card, or after half an hour [D-06, security 22]', async () => {
    const id = await add('ACP', 'Form.pdf');
    const stranger = new TestClient(app.url);
    const bob = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    const other = new TestClient(app.url);
    await typePin(other, bob.shareId, bob.pin);
    const isGiven = async (client: TestClient, path: string) =>
      (await client.fetch(path)).headers.get('content-disposition') !== null;
    expect(await isGiven(reader, address(id))).toBe(true);
    expect(await isGiven(stranger, address(id))).toBe(false);
    expect(await isGiven(other, address(id))).toBe(false);
    expect(await isGiven(other, `/acp-login/${bob.shareId}/files/${id}`)).toBe(false);
    await deleteFile(owner, id);
    expect(await isGiven(reader, address(id))).toBe(false);
    expect(await page()).not.toContain('Papers that');
  });
});
