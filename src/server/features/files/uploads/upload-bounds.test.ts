import { strToU8 } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { bombOf, docxOf, pdfOf, pictureOf } from '../checks/sample-files.fixture.ts';
import {
  activate,
  beginUpload,
  deleteFile,
  directive,
  linkTo,
  listFiles,
  paper,
  sendPart,
  sendParts,
  upload,
  uploadsIn,
  type Sent,
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

  it.each([
    ['plan.svg', 'file_name: error.file_type_not_allowed'],
    ['plan.docm', 'file_name: error.file_type_not_allowed'],
    ['plan.html', 'file_name: error.file_type_not_allowed'],
    ['../plan.pdf', 'file_name: error.file.nameDots'],
    ['etc/plan.pdf', 'file_name: error.file.nameSlash'],
    ['C:\\plan.pdf', 'file_name: error.file.nameSlash'],
    ['', 'file_name: error.file.nameEmpty'],
    ['plan', 'file_name: error.file.nameNoExtension'],
    ['plan\u202Efdp.pdf', 'file_name: error.file_name_not_supported'],
    [`${'x'.repeat(300)}.pdf`, 'file_name: error.file.nameTooLong'],
  ])(
    'called %j are refused before a byte is sent [UPLOAD-05, UPLOAD-09 to 12] [security 33]',
    async (file_name, refusal) => {
      await someone();
      const before = await rowsOf('files');
      expect((await beginUpload(client, paper(file_name, pdfOf()))).refusal).toBe(refusal);
      expect(await rowsOf('files')).toBe(before);
    },
  );

  it('need one of the listed document types, and a size [UPLOAD-15, GAP-62]', async () => {
    await someone();
    const refusal = async (sent: Sent, size?: number) =>
      (await beginUpload(client, sent, size === undefined ? {} : { size })).refusal;
    expect(await refusal({ ...paper('a.pdf', pdfOf()), document_type: 'DEED' })).toBe('invalid');
    const { errors } = await client.graphql(
      'mutation { insertFile(category: ADDITIONAL_DOCUMENT, file_name: "a.pdf", size: 10) { id } }',
    );
    expect(errors?.[0].extensions.fields).toEqual([
      { field: 'document_type', message: 'error.file.typeRequired' },
    ]);
    expect(await refusal(directive(), 0)).toBe('size: error.file.empty');
    expect(await refusal(directive(), 26 * 1024 * 1024)).toBe('size: error.file_size_too_large');
  });

  it.each([
    ['a page', 'form.pdf', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'unsafe'],
    ['an SVG', 'scan.png', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsafe'],
    ['a JPEG', 'scan.png', () => pictureOf('jpeg'), 'contentDiffers'],
    ['a locked PDF', 'form.pdf', async () => pdfOf({ trailer: '/Encrypt 5 0 R' }), 'encrypted'],
    ['macros', 'form.docx', async () => docxOf({ 'word/vbaProject.bin': strToU8('x') }), 'macros'],
    ['a bomb', 'form.docx', async () => bombOf(310 * 1024 * 1024), 'unsafe'],
    [
      'a flood of pixels',
      'scan.png',
      () =>
        sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
          .png({ compressionLevel: 9 })
          .toBuffer(),
      'pictureTooBig',
    ],
  ])(
    'with %s inside are refused with the reason, and nothing is stored [D-20, security 33]',
    async (_, name, make, problem) => {
      await someone();
      await settled();
      const kept = objects().length;
      const { refusal, errors } = await upload(client, paper(name, await make()));
      expect(refusal).toBe(`file: error.file.${problem}`);
      expect(errors?.[0].extensions.fields[0].params).toEqual({ types: 'PDF, JPEG, JPG, PNG, DOC, DOCX' });
      expect(await listFiles(client)).toEqual([]);
      await settled();
      expect(objects().length).toBe(kept);
    },
    60_000,
  );

  it('that are pictures are encoded again: upright, without location data or trailing bytes [D-20, security 33]', async () => {
    await someone();
    const taken = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c81e5a' } })
      .withExif({ IFD0: { Copyright: 'Margaret Doyle' }, IFD3: { GPSLatitude: '37/1 48/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { file } = await upload(
      client,
      paper('scan.jpg', Buffer.concat([taken, Buffer.from('<script>alert(1)</script>')])),
    );
    const kept = await download(client, file.id);
    expect(kept.length).toBe(file.size);
    const found = await sharp(kept).metadata();
    expect(found).toMatchObject({ format: 'jpeg', width: 200, height: 300 });
    expect([found.exif, kept.includes('Margaret'), kept.includes('script')]).toEqual([
      undefined,
      false,
      false,
    ]);
    await settled();
    expect(await rowsOf('file_objects')).toBe(objects().length);
  });

  it('of one person are limited, fifty at once too: the rest are refused with advice, and other people do not wait [security 34] [S-50]', async () => {
    await someone();
    const answers = await Promise.all(Array.from({ length: 50 }, () => beginUpload(client, directive())));
    expect(answers.filter(({ file }) => file)).toHaveLength(10);
    expect(answers.filter(({ refusal }) => refusal === 'file: error.file.unfinished')).toHaveLength(40);
    const parts = await Promise.all(
      Array.from({ length: 50 }, () =>
        sendPart(client, answers.find(({ file }) => file)?.file.upload.url, 1, directive().content),
      ),
    );
    expect(new Set(parts.map(({ status }) => status))).toEqual(new Set([200, 429]));
    const first = ann;
    await someone();
    expect(ann.userId).not.toBe(first.userId);
    expect((await upload(client, directive())).file).toMatchObject({ is_active: true });
  });

  it('of fifty people at once all arrive [security 34]', async () => {
    const people = await Promise.all(
      Array.from({ length: 50 }, async () =>
        newClient(await person(app.services, { plan: { status: 'draft', answers: {} } })),
      ),
    );
    const content = pdfOf({ size: 30_000 });
    const sent = await Promise.all(people.map((each) => upload(each, directive(content))));
    expect(sent.filter(({ file }) => file?.is_active)).toHaveLength(50);
  }, 120_000);

  it('need space: an upload above the quota is refused when it begins [security 34]', async () => {
    await someone();
    const { file } = await upload(client, directive());
    await app.services.db
      .updateTable('files')
      .set({ size: 2_147_480_000 })
      .where('id', '=', file.id)
      .execute();
    expect((await beginUpload(client, directive())).refusal).toBe('file: error.file.quota');
  });

  it('that failed take no space: only stored files count, when an upload begins and when it is finished [S-90]', async () => {
    await someone();
    const grow = (id: string, size: number) =>
      app.services.db.updateTable('files').set({ size }).where('id', '=', id).execute();
    const failed = await beginUpload(client, directive());
    await grow(failed.file.id, 2_147_480_000);
    expect((await upload(client, directive())).file).toMatchObject({ is_active: true });

    const [first, second] = [await beginUpload(client, directive()), await beginUpload(client, directive())];
    for (const { file } of [first, second]) await sendParts(client, file, directive().content);
    const kept = await activate(client, first.file.id);
    await grow(kept.file.id, 2_147_480_000);
    expect((await activate(client, second.file.id)).refusal).toBe('file: error.file.quota');
    // It can be finished as soon as there is space.
    expect(await deleteFile(client, kept.file.id)).toBeUndefined();
    expect((await activate(client, second.file.id)).file).toMatchObject({ is_active: true });
  });

  it('cannot be seen, sent, activated or deleted by other people [security 2]', async () => {
    await someone();
    const { file } = await beginUpload(client, directive());
    const other = await newClient(await person(app.services, {}));
    const staff = await newClient(await person(app.services, { role: 'provideradmin' }));
    const visitor = new TestClient(app.url);
    for (const [who, code, status] of [
      [other, 'not-found', 404],
      [staff, 'not-found', 404],
      [visitor, 'unauthenticated', 401],
    ] as const) {
      expect((await sendPart(who, file.upload.url, 1, directive().content)).status).toBe(status);
      expect((await activate(who, file.id)).refusal).toBe(code);
      expect(await deleteFile(who, file.id)).toBe(code);
      expect((await linkTo(who, file.id)).refusal).toBe(code);
    }
    expect((await listFiles(client))[0]).toMatchObject({ id: file.id, upload: { received: 0 } });
  });
});
