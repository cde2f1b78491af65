import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partBytes, uploadHours } from '../../../../domain/files/limits.ts';
import type { TestClient } from '../../../../../testing/client.ts';
import type { TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { tidyFiles } from '../nightly.ts';
import { pdfOf, videoOf } from '../checks/sample-files.fixture.ts';
import {
  activate,
  beginUpload,
  deleteFile,
  directive,
  linkTo,
  listFiles,
  paper,
  partOf,
  sendBroken,
  sendPart,
  sendParts,
  upload,
  uploadsIn,
} from './uploads.fixture.ts';

describe('uploaded files', () => {
  let app: TestApp;
  let ann: TestPerson;
  let client: TestClient;
  const { newClient, newPerson, rowsOf, objects, settled, download } = uploadsIn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const someone = async () => void ({ who: ann, client } = await newPerson());

  it('are recorded, sent in parts, checked and activated [GAP-61, ENT-13]', async () => {
    await someone();
    const content = pdfOf({ size: 2 * partBytes + 5_000 });
    const { file } = await beginUpload(client, { ...directive(content), note: ' signed at the hospital ' });
    expect(file).toMatchObject({
      category: 'ACP',
      document_type: null,
      file_name: 'Directive 2026.pdf',
      size: content.length,
      note: 'signed at the hospital',
      is_active: false,
      is_uploaded: false,
      upload: { url: `/api/files/${file.id}/parts`, part_size: partBytes, received: 0, parts: [] },
    });
    await sendParts(client, file, content);
    const done = await activate(client, file.id);
    expect(done.file).toMatchObject({ id: file.id, is_active: true, is_uploaded: true, upload: null });
    expect((await download(client, file.id)).equals(content)).toBe(true);
    const row = await app.services.db
      .selectFrom('files')
      .selectAll()
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      s3_file_path: `files/${row.s3_key}`,
      uploaded_timestamp: expect.any(Date),
      activated_timestamp: expect.any(Date),
    });
  });

  it('are listed in their category, together with unfinished uploads [GAP-63]', async () => {
    await someone();
    await upload(client, paper('power.pdf', pdfOf()));
    await beginUpload(client, { category: 'WISHES', file_name: 'film.mov', content: videoOf() });
    expect((await listFiles(client)).map(({ file_name }) => file_name)).toEqual(['film.mov', 'power.pdf']);
    expect(await listFiles(client, 'ADDITIONAL_DOCUMENT')).toMatchObject([
      { file_name: 'power.pdf', document_type: 'OTHER' },
    ]);
    expect(await listFiles(client, 'ACP')).toEqual([]);
  });

  it.each([1, 50, 99])(
    'that are interrupted at %d per cent are not active, can be continued, and are removed if they are not [fault 11]',
    async (share) => {
      await someone();
      const content = pdfOf({ size: 3 * partBytes });
      const { file } = await beginUpload(client, directive(content));
      const bytes = Math.floor((content.length * share) / 100);
      const whole = Math.floor(bytes / partBytes);
      for (let part = 1; part <= whole; part += 1)
        await sendPart(client, file.upload.url, part, partOf(content, part));
      await sendBroken(
        client,
        file.upload.url,
        whole + 1,
        partOf(content, whole + 1),
        bytes - whole * partBytes,
      );
      const [left] = await listFiles(client);
      expect(left).toMatchObject({ is_active: false, upload: { received: whole } });
      expect((await activate(client, file.id)).refusal).toBe('file: error.file.uploadFailed');
      expect((await linkTo(client, file.id)).refusal).toBe('not-found');

      // Another tab sends the missing parts.
      const other = await newClient(ann);
      for (let part = left!.upload.received + 1; part <= 3; part += 1)
        expect((await sendPart(other, file.upload.url, part, partOf(content, part))).status).toBe(200);
      expect((await activate(other, file.id)).file).toMatchObject({ is_active: true });
      expect((await download(client, file.id)).equals(content)).toBe(true);

      const given = await beginUpload(client, paper('given-up.pdf', content));
      await sendPart(client, given.file.upload.url, 1, partOf(content, 1));
      await settled();
      const before = objects().length;
      const late = new Date(Date.now() + (uploadHours + 1) * 60 * 60_000);
      await tidyFiles({ ...app.services, clock: () => late }, () => {});
      expect((await listFiles(client)).map(({ file_name }) => file_name)).toEqual(['Directive 2026.pdf']);
      await settled();
      expect(objects().length).toBe(before - 1);
    },
  );

  it('accept the same part again, and parts in any order', async () => {
    await someone();
    const content = pdfOf({ size: 2 * partBytes + 10 });
    const { file } = await beginUpload(client, directive(content));
    for (const part of [3, 3, 1, 2, 1])
      expect((await sendPart(client, file.upload.url, part, partOf(content, part))).status).toBe(200);
    const [waiting] = await listFiles(client);
    expect(waiting!.upload).toMatchObject({ received: 3, parts: [1, 2, 3] });
    await activate(client, file.id);
    expect((await download(client, file.id)).equals(content)).toBe(true);
    await settled();
    expect(await rowsOf('file_objects')).toBe(objects().length);
  });

  it('replace a part that was sent before, which is deleted at once, as is an interrupted part [security 34]', async () => {
    await someone();
    await settled();
    const before = { objects: objects().length, rows: await rowsOf('file_objects') };
    const content = pdfOf({ size: 30_000 });
    const { file } = await beginUpload(client, directive(content));
    for (let time = 0; time < 5; time += 1) await sendPart(client, file.upload.url, 1, content);
    expect((await sendPart(client, file.upload.url, 1, Buffer.alloc(30_001))).status).toBe(400);
    expect(objects().length).toBe(before.objects + 1);
    expect(await rowsOf('file_objects')).toBe(before.rows + 1);
    await activate(client, file.id);
    expect((await download(client, file.id)).equals(content)).toBe(true);
  });

  it('refuse a part that the file does not have, and a part of more or fewer bytes', async () => {
    await someone();
    const content = pdfOf({ size: partBytes + 10 });
    const { file } = await beginUpload(client, directive(content));
    const put = async (part: number, body: Buffer) =>
      (await sendPart(client, file.upload.url, part, body)).status;
    expect(await put(3, Buffer.from('x'))).toBe(404);
    expect(await put(0, Buffer.from('x'))).toBe(404);
    expect(await put(2, Buffer.from('x'))).toBe(400);
    expect(await put(2, Buffer.alloc(11))).toBe(400);
    expect(await put(1, Buffer.alloc(partBytes + 1))).toBe(400);
    expect((await listFiles(client))[0]!.upload.parts).toEqual([]);
  });

  it('cannot be replaced after they were checked [security 33]', async () => {
    await someone();
    const content = pdfOf({ size: 20_000 });
    const { file } = await beginUpload(client, directive(content));
    await sendParts(client, file, content);
    await activate(client, file.id);
    expect((await sendPart(client, file.upload.url, 1, Buffer.alloc(20_000))).status).toBe(404);
    expect((await download(client, file.id)).equals(content)).toBe(true);
  });

  it('are refused while a part was sent again during their checks, which did not see it [security 33]', async () => {
    await someone();
    const content = pdfOf({ size: 20_000 });
    const { file } = await beginUpload(client, directive(content));
    await sendParts(client, file, content);
    const { virusScan } = app.services;
    let sentAgain = 0;
    app.services.virusScan = {
      async isClean() {
        sentAgain = (await sendPart(client, file.upload.url, 1, content)).status;
        return true;
      },
    };
    const { refusal } = await activate(client, file.id);
    app.services.virusScan = virusScan;
    expect([sentAgain, refusal]).toEqual([200, 'conflict']);
    expect(await listFiles(client)).toMatchObject([{ is_active: false }]);
    expect((await activate(client, file.id)).file).toMatchObject({ is_active: true });
  });

  it('of a directive replace the previous one, which is kept; contacts who could see it see the new one [GAP-61]', async () => {
    await someone();
    const { file: first } = await upload(client, directive());
    const contact = await app.services.db
      .insertInto('trusted_contacts')
      .values({
        user_id: ann.userId,
        name: 'Zoe',
        email: 'zoe@test.example',
        phone: '0491 570 006',
        relationship: 'Friend',
        status: 'accepted',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.services.db
      .insertInto('shared_files')
      .values({ user_id: ann.userId, file_id: first.id, shared_with: contact.id })
      .execute();
    expect((await listFiles(client))[0]!.shared_with_count).toBe(1);
    const { file: second } = await upload(client, directive());
    expect(second).toMatchObject({
      is_active: true,
      logical_file_id: first.logical_file_id,
      shared_with_count: 1,
    });
    const [, older] = await listFiles(client);
    expect(older).toMatchObject({ id: first.id, is_active: false, shared_with_count: 0 });
    expect(older!.replaced_at).not.toBeNull();
    expect((await download(client, first.id)).length).toBe(60_000);
    // After two concurrent uploads one directive is in force.
    const both = await Promise.all([
      beginUpload(client, directive()),
      beginUpload(client, directive(pdfOf({ size: 900 }))),
    ]);
    await sendParts(client, both[0].file, pdfOf({ size: 60_000 }));
    await sendParts(client, both[1].file, pdfOf({ size: 900 }));
    await Promise.all(both.map(({ file }) => activate(client, file.id)));
    expect((await listFiles(client, 'ACP')).filter(({ is_active }) => is_active)).toHaveLength(1);
  });

  it('are created once if a call is sent twice [D-18]', async () => {
    await someone();
    const [one, other] = await Promise.all(
      [1, 2].map(() => beginUpload(client, directive(), { key: 'same-key-1' })),
    );
    expect(one?.file.id).toBe(other?.file.id);
    await sendParts(client, one?.file, directive().content.subarray(0, 60_000));
    const done = await Promise.all([1, 2].map(() => activate(client, one?.file.id)));
    expect(done.map(({ file }) => file?.is_active)).toEqual([true, true]);
    const activities = await app.services.db
      .selectFrom('recent_activities')
      .select(['template', 'metadata'])
      .where('user_id', '=', ann.userId)
      .where('template', '=', 'FILE_UPLOADED')
      .execute();
    expect(activities).toEqual([{ template: 'FILE_UPLOADED', metadata: { file: 'Directive 2026.pdf' } }]);
  });

  it('are deleted with their bytes; the signed plan cannot be deleted [D-19]', async () => {
    await someone();
    await settled();
    const before = objects().length;
    const { file } = await upload(client, directive());
    expect(objects().length).toBe(before + 1);
    expect(await deleteFile(client, file.id)).toBeUndefined();
    expect(await listFiles(client)).toEqual([]);
    await settled();
    expect(objects().length).toBe(before);
    expect(await deleteFile(client, file.id)).toBe('not-found');
    const plan = await app.services.db
      .insertInto('files')
      .values({
        user_id: ann.userId,
        category: 'ACP',
        file_name: 'plan.pdf',
        is_active: true,
        is_questionnaire: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await deleteFile(client, plan.id)).toBe('forbidden');
  });

  it('are deleted with the account, including their bytes [D-19]', async () => {
    await someone();
    await settled();
    const before = objects().length;
    await upload(client, directive());
    await beginUpload(client, paper('half.pdf', pdfOf()));
    await app.services.db.deleteFrom('users').where('id', '=', ann.userId).execute();
    await settled();
    expect(objects().length).toBe(before);
    expect(await rowsOf('file_objects')).toBe(objects().length);
  });
});
