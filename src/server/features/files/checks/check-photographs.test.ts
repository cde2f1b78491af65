import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import type { Content } from '../bytes/content.ts';
import { openFileKey, readWhole } from '../bytes/content.ts';
import { pageOf, photographed, redAndBlue } from '../photographs/photographs.fixture.ts';
import type { Verdict } from '../scanning/scan.ts';
import * as store from '../store.ts';
import { uploadsIn } from '../uploads/uploads.fixture.ts';
import { checkPhotographs } from './check-photographs.ts';

describe('the check of photographs', () => {
  let app: TestApp;
  const { newPerson } = uploadsIn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function checkWith(verdict: Verdict) {
    const { services } = app;
    const { client } = await newPerson();
    const photo = await redAndBlue();
    const { id } = await photographed(client, [{ content: photo }]);
    const file = await store.findStoredFile(services.db, id);
    if (!file?.key_sealed) throw new Error('There is no upload');
    const parts = await store.findParts(services.db, id);
    const content: Content = { key: openFileKey(services, id, file.key_sealed), parts };
    let scanned = '';
    const checked = await checkPhotographs(
      services,
      { name: file.file_name, folder: file.s3_key ?? '', fileId: id, content },
      { pages: [pageOf(1, photo)], parts },
      {
        limit: (work) => work(),
        async scan(_, document) {
          scanned = (await readWhole(services, document)).toString('latin1', 0, 8);
          return verdict;
        },
      },
    );
    const unused = await services.db
      .selectFrom('file_objects')
      .select('id')
      .where('file_id', '=', id)
      .where('number', 'is', null)
      .execute();
    return { checked, scanned, unused: unused.length, parts: parts.map((part) => part.id) };
  }

  it('scans the document that is kept, not the photographs that are not', async () => {
    const { checked, scanned, unused } = await checkWith('clean');
    expect(scanned).toMatch(/^%PDF-1\./);
    expect(checked).toMatchObject({ drawn: { size: expect.any(Number) } });
    expect(unused).toBe(1);
  });

  it('refuses an infected document, and leaves one without a verdict to a job; neither is kept', async () => {
    expect(await checkWith('infected')).toMatchObject({ checked: { problem: 'unsafe' }, unused: 0 });
    const { checked, unused, parts } = await checkWith('none');
    expect([checked, unused]).toEqual([{ parts, waits: true }, 0]);
  });
});
