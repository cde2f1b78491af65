import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { person, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { withPatience } from '../../ports/object-store/patience.ts';
import { ObjectStoreError, type ObjectStore } from '../../ports/object-store/port.ts';
import { VirusScanError, type VirusScan } from '../../ports/virus-scan/port.ts';
import { removeFileBytes } from './jobs.ts';
import type { JobContext } from '../../jobs/task.ts';
import { save, step1 } from '../acp/acp.fixture.ts';
import { pdfOf } from './checks/sample-files.fixture.ts';
import {
  activate,
  beginUpload,
  deleteFile,
  linkTo,
  listFiles,
  sendPart,
  sendParts,
  type Sent,
} from './uploads/uploads.fixture.ts';

const content = pdfOf({ size: 50_000 });
const sent: Sent = { category: 'ACP', file_name: 'a.pdf', content };

const failing = (code: ObjectStoreError['code']): ObjectStore => {
  const fail = () => Promise.reject(new ObjectStoreError('No', { code }));
  return {
    put: fail,
    delete: fail,
    async *get() {
      yield await fail();
    },
  };
};

const never = () => new Promise<never>(() => {});

const slow = (): ObjectStore =>
  withPatience({
    put: never,
    delete: never,
    async *get() {
      yield await never();
    },
  });

const broken: readonly [string, () => ObjectStore][] = [
  ['away', () => failing('connection')],
  ['slow', slow],
  ['refusing', () => failing('password')],
  ['full', () => failing('full')],
];

describe('while the object store is unavailable', () => {
  let app: TestApp;
  let ann: TestPerson;
  let client: TestClient;
  let working: ObjectStore;
  let scan: VirusScan;

  beforeAll(async () => {
    app = await startApp();
    ann = await person(app.services, { plan: { status: 'draft', answers: {} } });
    client = new TestClient(app.url);
    await client.signIn(ann.email, ann.password);
    working = app.services.objectStore;
    scan = app.services.virusScan;
  });
  afterEach(() => {
    app.services.objectStore = working;
    app.services.virusScan = scan;
  });
  afterAll(() => app.close());

  const timed = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    const from = performance.now();
    const answer = await call;
    expect(performance.now() - from).toBeLessThan(5_000);
    return answer;
  };

  const savePlan = async () => {
    const { version } = await app.services.db
      .selectFrom('acps')
      .select('version')
      .where('id', '=', ann.acpId)
      .executeTakeFirstOrThrow();
    const { data, errors } = await timed(
      client.graphql(save, {
        id: ann.acpId,
        answers: { ...step1, firstName: `Ann${'a'.repeat(version)}` },
        status: 'draft',
        version,
        step: 'step1',
      }),
    );
    expect(errors).toBeUndefined();
    return data?.updateAnswers.returning[0].version === version + 1;
  };

  it.each(broken)(
    '(%s) every step responds within five seconds, no file becomes active, plans are saved, and uploads work again afterwards [fault 12]',
    async (_, store) => {
      const { file } = await beginUpload(client, sent);
      app.services.objectStore = store();
      const response = await timed(sendPart(client, file.upload.url, 1, content));
      expect([response.status, await response.json()]).toMatchObject([
        503,
        { error: 'unavailable', fields: [{ field: 'file', message: 'error.file.storageDown' }] },
      ]);
      expect(await savePlan()).toBe(true);
      app.services.objectStore = working;
      await sendParts(client, file, content);
      app.services.objectStore = store();
      expect((await timed(activate(client, file.id))).refusal).toBe('file: error.file.storageDown');
      expect((await listFiles(client)).find(({ id }) => id === file.id)).toMatchObject({ is_active: false });
      app.services.objectStore = working;
      expect((await activate(client, file.id)).file).toMatchObject({ is_active: true });
      const { link } = await linkTo(client, file.id);
      app.services.objectStore = store();
      expect((await timed(client.fetch(link.url))).status).toBe(503);
      app.services.objectStore = working;
      const back = await client.fetch(link.url);
      expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true);
      await deleteFile(client, file.id);
    },
    60_000,
  );

  it('the bytes of a deleted file are kept, and are removed when the store is available again [fault 12]', async () => {
    const { file } = await beginUpload(client, sent);
    await sendParts(client, file, content);
    await activate(client, file.id);
    const { key } = await app.services.db
      .selectFrom('file_objects')
      .select('key')
      .where('file_id', '=', file.id)
      .executeTakeFirstOrThrow();
    app.services.objectStore = failing('connection');
    expect(await deleteFile(client, file.id)).toBeUndefined();
    const context = { services: app.services } as JobContext;
    await expect(removeFileBytes({}, context)).rejects.toMatchObject({ code: 'connection' });
    app.services.objectStore = working;
    await removeFileBytes({}, context);
    const rows = await app.services.db
      .selectFrom('file_objects')
      .select('id')
      .where('key', '=', key)
      .execute();
    expect(rows).toEqual([]);
    await expect(working.get(key, { from: 0, to: 1 })[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'missing',
    });
  });

  it('an infected file is refused; while the scanner is unavailable, the file waits and the log names the scanner [security 34] [S-50]', async () => {
    const { file } = await beginUpload(client, sent);
    await sendParts(client, file, content);
    app.services.virusScan = {
      isClean: () => Promise.reject(new VirusScanError('No', { code: 'connection' })),
    };
    const { refusal, errors } = await activate(client, file.id);
    expect(refusal).toBe('file: error.file.storageDown');
    expect(errors?.[0].extensions.details).toMatchObject({ reason: 'virus-scan' });
    expect((await listFiles(client)).find(({ id }) => id === file.id)).toMatchObject({ is_active: false });
    app.services.virusScan = {
      async isClean(bytes) {
        const found: Uint8Array[] = [];
        for await (const chunk of bytes) found.push(chunk);
        expect(Buffer.concat(found).equals(content)).toBe(true);
        return false;
      },
    };
    expect((await activate(client, file.id)).refusal).toBe('file: error.file.unsafe');
    expect((await listFiles(client)).some(({ id }) => id === file.id)).toBe(false);
  });
});
