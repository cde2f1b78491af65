import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partBytes, uploadHours } from '../../../domain/files/limits.ts';
import { TestClient } from '../../../../testing/client.ts';
import { person, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { tidyFiles } from '../../jobs/file-tasks.ts';
import { removeUnowned } from './objects-store.ts';
import { docxOf, pdfOf, pictureOf, videoOf } from './checks/sample-files.fixture.ts';
import {
  activate,
  beginUpload,
  deleteFile,
  linkTo,
  listFiles,
  partOf,
  sendBroken,
  sendPart,
  sendParts,
  upload,
  type Sent,
} from './uploads.fixture.ts';

const directive = (content = pdfOf({ size: 60_000 })): Sent => ({
  category: 'ACP',
  file_name: 'Directive 2026.pdf',
  content,
});
const paper = (file_name: string, content: Buffer): Sent => ({
  category: 'ADDITIONAL_DOCUMENT',
  file_name,
  content,
});

describe('uploaded files', () => {
  let app: TestApp;
  let ann: TestPerson;
  let client: TestClient;

  const newClient = async (who: TestPerson) => {
    const made = new TestClient(app.url);
    await made.signIn(who.email, who.password);
    return made;
  };

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** Somebody new for each test, so that none sees the files of another. */
  const someone = async () => {
    ann = await person(app.services, { plan: { status: 'draft', answers: {} } });
    client = await newClient(ann);
  };

  const rowsOf = async (table: 'files' | 'file_uploads' | 'file_objects') =>
    (await app.services.db.selectFrom(table).selectAll().execute()).length;

  /** Every object in the data folder. */
  const objects = () => {
    const folder = join(app.folder, 'files');
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  };

  const settled = async () => {
    await app.services.db
      .updateTable('file_objects')
      .set({ created_at: new Date(Date.now() - 2 * 60 * 60_000) })
      .where('number', 'is', null)
      .execute();
    await removeUnowned(app.services);
  };

  const download = async (id: string) => {
    const { link } = await linkTo(client, id);
    return Buffer.from(await (await client.fetch(link.url)).arrayBuffer());
  };

  it('are recorded, sent in parts, checked and activated [API-63, GAP-61, ENT-13]', async () => {
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
    expect((await download(file.id)).equals(content)).toBe(true);
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

  it('stand in the list of their category, with those that are still arriving [GAP-63]', async () => {
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
    'that break off at %d per cent are no files, can be gone on with, and are swept when they are not [fault 11]',
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

      // Another tab goes on with what is missing.
      const other = await newClient(ann);
      for (let part = left!.upload.received + 1; part <= 3; part += 1)
        expect((await sendPart(other, file.upload.url, part, partOf(content, part))).status).toBe(200);
      expect((await activate(other, file.id)).file).toMatchObject({ is_active: true });
      expect((await download(file.id)).equals(content)).toBe(true);

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

  it('take the same part again, and a part out of its order', async () => {
    await someone();
    const content = pdfOf({ size: 2 * partBytes + 10 });
    const { file } = await beginUpload(client, directive(content));
    for (const part of [3, 3, 1, 2, 1])
      expect((await sendPart(client, file.upload.url, part, partOf(content, part))).status).toBe(200);
    const [waiting] = await listFiles(client);
    expect(waiting!.upload).toMatchObject({ received: 3, parts: [1, 2, 3] });
    await activate(client, file.id);
    expect((await download(file.id)).equals(content)).toBe(true);
    await settled();
    expect(await rowsOf('file_objects')).toBe(objects().length);
  });

  it('take no part that the file does not have, nor one of more or fewer bytes', async () => {
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

  it('cannot be exchanged after they were checked [security 33]', async () => {
    await someone();
    const content = pdfOf({ size: 20_000 });
    const { file } = await beginUpload(client, directive(content));
    await sendParts(client, file, content);
    await activate(client, file.id);
    expect((await sendPart(client, file.upload.url, 1, Buffer.alloc(20_000))).status).toBe(404);
    expect((await download(file.id)).equals(content)).toBe(true);
  });

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

  it('need a type of document among those of the source, and a size [UPLOAD-15, GAP-62]', async () => {
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
    [
      'a bomb',
      'form.docx',
      async () => docxOf({ 'word/a.xml': new Uint8Array(310 * 1024 * 1024) }),
      'unsafe',
    ],
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
    'with %s inside are refused by name, and nothing of them is kept [D-20, security 33]',
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

  it('that are pictures are encoded again: upright, without where they were taken and what followed them [D-20, security 33]', async () => {
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
    const kept = await download(file.id);
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

  it('of a directive take the place of the one before, which is kept; who could see it sees the new one [GAP-61]', async () => {
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
    expect((await download(first.id)).length).toBe(60_000);
    // Two at once end with one in force.
    const both = await Promise.all([
      beginUpload(client, directive()),
      beginUpload(client, directive(pdfOf({ size: 900 }))),
    ]);
    await sendParts(client, both[0].file, pdfOf({ size: 60_000 }));
    await sendParts(client, both[1].file, pdfOf({ size: 900 }));
    await Promise.all(both.map(({ file }) => activate(client, file.id)));
    expect((await listFiles(client, 'ACP')).filter(({ is_active }) => is_active)).toHaveLength(1);
  });

  it('are made once by a call that is sent twice [D-18]', async () => {
    await someone();
    const [one, other] = await Promise.all(
      [1, 2].map(() => beginUpload(client, directive(), { key: 'same-key-1' })),
    );
    expect(one?.file.id).toBe(other?.file.id);
    await sendParts(client, one?.file, directive().content.subarray(0, 60_000));
    const done = await Promise.all([1, 2].map(() => activate(client, one?.file.id)));
    expect(done.map(({ file }) => file?.is_active)).toEqual([true, true]);
    const told = await app.services.db
      .selectFrom('recent_activities')
      .select(['template', 'metadata'])
      .where('user_id', '=', ann.userId)
      .where('template', '=', 'FILE_UPLOADED')
      .execute();
    expect(told).toEqual([{ template: 'FILE_UPLOADED', metadata: { file: 'Directive 2026.pdf' } }]);
  });

  it('are deleted with their bytes; the signed plan is not [API-63, D-19]', async () => {
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

  it('go with the account, bytes and all [D-19]', async () => {
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

  it('of one person are bounded, fifty at once too: the rest are refused, and nobody else waits [security 34]', async () => {
    await someone();
    const answers = await Promise.all(Array.from({ length: 50 }, () => beginUpload(client, directive())));
    expect(answers.filter(({ file }) => file)).toHaveLength(10);
    expect(answers.filter(({ refusal }) => refusal === 'file: error.file.quota')).toHaveLength(40);
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

  it('need room: a person who keeps too much is told so at once [security 34]', async () => {
    await someone();
    const { file } = await upload(client, directive());
    await app.services.db
      .updateTable('files')
      .set({ size: 2_147_480_000 })
      .where('id', '=', file.id)
      .execute();
    expect((await beginUpload(client, directive())).refusal).toBe('file: error.file.quota');
  });

  it('are nobody else’s to see, send, activate or delete [security 2]', async () => {
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
