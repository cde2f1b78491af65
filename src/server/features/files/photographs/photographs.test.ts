import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partBytes, sizeLimits, uploadHours } from '../../../../domain/files/limits.ts';
import { photographLimits, uncropped } from '../../../../domain/files/photographs.ts';
import { person } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { tidyFiles } from '../nightly.ts';
import { activate, deleteFile, directive, listFiles, upload, uploadsIn } from '../uploads/uploads.fixture.ts';
import {
  begin,
  change,
  coloursOf,
  noise,
  pageOf,
  photographed,
  readPages,
  redAndBlue,
  sendPhotograph,
} from './photographs.fixture.ts';

describe('photographed pages', () => {
  let app: TestApp;
  const { newClient, newPerson, objects, settled, download } = uploadsIn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const rowOf = (id: string) =>
    app.services.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

  it('become one A4 PDF in their order, upright, turned and cropped, with a title and a language [UPLOAD-17]', async () => {
    const { client } = await newPerson();
    const sent = await redAndBlue(300, 200, 6);
    const { id } = await photographed(client, [
      { content: sent },
      { content: sent, view: { turn: 90 } },
      { content: sent, view: { crop: { ...uncropped, bottom: 60 } } },
    ]);
    const { file } = await activate(client, id);
    expect(file).toMatchObject({ is_active: true, is_uploaded: true, upload: null });
    const content = await download(client, id);
    expect(Number(file.size)).toBe(content.length);
    const { title, language, pages } = await readPages(content);
    expect([title, String(language)]).toEqual(['My directive', '(en-AU)']);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [595, 842],
      [842, 595],
      [842, 595],
    ]);
    const [first, second, third] = await Promise.all(pages.map(({ jpeg }) => coloursOf(jpeg)));
    expect(first).toMatchObject({ top: 'red', bottom: 'blue' });
    expect(second).toMatchObject({ right: 'red', left: 'blue' });
    expect(third).toMatchObject({ width: 200, height: 120, top: 'red', bottom: 'red' });
  });

  it('leave no byte of the photographs, and are audited, scanned and in the activities like any upload [UPLOAD-17]', async () => {
    const { who, client } = await newPerson();
    const hidden = 'GPS-37.8136';
    const sent = await sharp(await redAndBlue())
      .withExif({ IFD0: { ImageDescription: hidden } })
      .jpeg()
      .toBuffer();
    expect(sent.includes(hidden)).toBe(true);
    const { id } = await photographed(client, [{ content: sent }]);
    await activate(client, id);
    expect((await download(client, id)).includes(hidden)).toBe(false);
    await settled();
    const left = await app.services.db
      .selectFrom('file_objects')
      .select('number')
      .where('file_id', '=', id)
      .execute();
    expect(left).toEqual([{ number: 1 }]);
    const audited = await app.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', who.userId)
      .execute();
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['beginPhotographs', 'changePhotographs', 'activateFile']),
    );
  });

  it('replace the directive before, like one that is sent as a PDF', async () => {
    const { client } = await newPerson();
    const before = await upload(client, directive());
    const { id } = await photographed(client, [{ content: await redAndBlue() }]);
    await activate(client, id);
    const files = await listFiles(client, 'ACP');
    expect(files.find((file) => file.id === id)?.is_active).toBe(true);
    expect(files.find((file) => file.id === before.file.id)?.replaced_at).not.toBeNull();
  });

  it('are kept when the tab closes, with their order and edits, and continue after the part that arrived [UPLOAD-18]', async () => {
    const { who, client } = await newPerson();
    const [one, large] = [await redAndBlue(), await noise(1_800, 1_800)];
    expect(large.length).toBeGreaterThan(partBytes);
    const { file } = await begin(client);
    const pages = [pageOf(2, large, { turn: 270 }), pageOf(1, one, { crop: { ...uncropped, top: 5 } })];
    await change(client, file.id, pages);
    await sendPhotograph(client, { id: file.id, number: 1 }, one);
    await sendPhotograph(client, { id: file.id, number: 2 }, large.subarray(0, partBytes));

    const later = await newClient(who);
    const again = await begin(later, 'Another name.pdf');
    expect(again.file.id).toBe(file.id);
    expect(again.file.upload.pages).toEqual([
      expect.objectContaining({ number: 2, turn: 270, received: 1, top: 0 }),
      expect.objectContaining({ number: 1, turn: 0, received: 1, top: 5 }),
    ]);
    await sendPhotograph(later, { id: file.id, number: 2 }, large, 2);
    expect((await activate(later, file.id)).refusal).toBeUndefined();
    expect((await readPages(await download(later, file.id))).pages).toHaveLength(2);
  });

  it('are no document until every photograph has arrived', async () => {
    const { client } = await newPerson();
    const content = await redAndBlue();
    const { file } = await begin(client);
    expect((await activate(client, file.id)).refusal).toBe('file: error.file.uploadFailed');
    await change(client, file.id, [pageOf(1, content), pageOf(2, content)]);
    await sendPhotograph(client, { id: file.id, number: 1 }, content);
    expect((await activate(client, file.id)).refusal).toBe('file: error.file.uploadFailed');
  });

  it('are all kept when one cannot be read, and the refusal is at its page', async () => {
    const { client } = await newPerson();
    const [good, broken] = [await redAndBlue(), (await redAndBlue()).subarray(0, 400)];
    const { id } = await photographed(client, [{ content: good }, { content: broken }]);
    expect((await activate(client, id)).refusal).toBe('page.2: error.photograph.broken');
    const pdf = Buffer.from('%PDF-1.7 not a photograph');
    await change(client, id, [pageOf(1, good), pageOf(3, pdf)]);
    await sendPhotograph(client, { id, number: 3 }, pdf);
    expect((await activate(client, id)).refusal).toBe('page.3: error.photograph.broken');
    await change(client, id, [pageOf(1, good)]);
    expect((await activate(client, id)).file.is_active).toBe(true);
  });

  it('of 20 pages of noise stay below the limit of a document', async () => {
    const { client } = await newPerson();
    const content = await noise(2_000, 2_000);
    const { id } = await photographed(
      client,
      Array.from({ length: photographLimits.pages }, () => ({ content })),
    );
    const from = performance.now();
    const { file } = await activate(client, id);
    expect(Number(file.size)).toBeLessThanOrEqual(sizeLimits.document);
    expect(performance.now() - from).toBeLessThan(60_000);
  }, 120_000);

  it('are refused when there are 40, when one has 60 MB, and when all are too large [UPLOAD-19]', async () => {
    const { client } = await newPerson();
    const { file } = await begin(client);
    const page = (number: number, size: number) => ({ number, size, turn: 0 as const, crop: uncropped });
    const many = Array.from({ length: 40 }, (_, at) => page(at + 1, 10));
    expect((await change(client, file.id, many)).refusal).toMatch(/^pages/);
    expect((await change(client, file.id, [page(1, 60 * 1024 * 1024)])).refusal).toMatch(/^pages/);
    const large = Array.from({ length: 9 }, (_, at) => page(at + 1, photographLimits.bytes));
    expect((await change(client, file.id, large)).refusal).toMatch(/^pages/);
  });

  it('that are removed or too long are not received, and their bytes go', async () => {
    const { client } = await newPerson();
    const content = await redAndBlue();
    await settled();
    const before = objects().length;
    const { id } = await photographed(client, [{ content }, { content }]);
    expect(objects()).toHaveLength(before + 2);
    await change(client, id, [pageOf(2, content)]);
    await settled();
    expect(objects()).toHaveLength(before + 1);
    const statuses = (responses: Response[]) => responses.map(({ status }) => status);
    expect(statuses(await sendPhotograph(client, { id, number: 1 }, content))).toEqual([404]);
    const more = Buffer.concat([content, Buffer.alloc(10)]);
    expect(statuses(await sendPhotograph(client, { id, number: 2 }, more))).toEqual([400]);
    expect(await deleteFile(client, id)).toBeUndefined();
    await settled();
    expect(objects()).toHaveLength(before);
  });

  it('that are not finished in time are removed by the nightly job [UPLOAD-18]', async () => {
    const { client } = await newPerson();
    const { id } = await photographed(client, [{ content: await redAndBlue() }]);
    await app.services.db
      .updateTable('file_uploads')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('file_id', '=', id)
      .execute();
    await tidyFiles(app.services, () => {});
    expect(await rowOf(id)).toBeUndefined();
    expect(uploadHours).toBe(48);
  });

  it('are shown upright to the person alone: not to another person, staff or a visitor [UPLOAD-18]', async () => {
    const { client } = await newPerson();
    const { id } = await photographed(client, [{ content: await redAndBlue(300, 200, 6) }]);
    const path = `/api/files/${id}/pages/1`;
    const shown = await client.fetch(path);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    expect(await coloursOf(Buffer.from(await shown.arrayBuffer()))).toMatchObject({ width: 200, top: 'red' });
    expect((await client.fetch(`/api/files/${id}/pages/2`)).status).toBe(404);
    const other = await newPerson();
    const admin = await newClient(await person(app.services, { role: 'admin' }));
    for (const stranger of [other.client, admin]) {
      expect([403, 404]).toContain((await stranger.fetch(path)).status);
      expect((await change(stranger, id, [])).refusal).toMatch(/forbidden|not-found/);
      expect((await activate(stranger, id)).refusal).toMatch(/forbidden|not-found/);
    }
    expect((await fetch(`${app.url}${path}`)).status).toBe(401);
  });

  it('change only an upload of photographs that is still open', async () => {
    const { client } = await newPerson();
    const { file } = await upload(client, directive());
    expect((await change(client, file.id, [])).refusal).toBe('not-found');
    const { id } = await photographed(client, [{ content: await redAndBlue() }]);
    await activate(client, id);
    expect((await change(client, id, [])).refusal).toBe('not-found');
    expect((await client.fetch(`/api/files/${id}/pages/1`)).status).toBe(404);
  });

  it('need a valid name, at its field', async () => {
    const { client } = await newPerson();
    expect((await begin(client, 'photo.jpg')).refusal).toBe('file_name: error.file_type_not_allowed');
  });
});
