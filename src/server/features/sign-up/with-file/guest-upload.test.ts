import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { tidyFiles } from '../../files/nightly.ts';
import { findParts, findStoredFile, openFileKey, readContent } from '../../files/api.ts';
import {
  freshEmail,
  goodPassword,
  mailedToken,
  signupBody,
  storedUser,
} from '../../sign-in/sign-in.fixture.ts';

const modal = '/api/auth/email-password-file';
const day = 24 * 60 * 60_000;

/** Returns the smallest valid PDF, extended by a comment. */
function pdf(bytes = 0): Buffer {
  const text = [
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj',
    'trailer<</Root 1 0 R>>\nstartxref\n0',
  ].join('\n');
  const end = '\n%%EOF\n';
  return Buffer.from(`${text}\n%${'x'.repeat(Math.max(0, bytes - text.length - end.length - 2))}${end}`);
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

type Sent = { content?: Buffer | string; fileName?: string; documentType?: string };

describe('a file that comes with a sign-up', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => app.services.db.deleteFrom('attempts').execute());
  afterAll(() => app.close());

  const dataUrl = (content: Buffer) => `data:application/octet-stream;base64,${content.toString('base64')}`;

  async function signUp({ content = pdf(), fileName = 'My directive.pdf', documentType = 'ACP' }: Sent = {}) {
    const email = freshEmail();
    const { accountOwner: _, ...rest } = signupBody({
      email,
      firstName: 'Ann',
      lastName: 'Lee',
      forMySelf: 'yes',
      type: 'signup',
      fileName,
      documentType,
      file: typeof content === 'string' ? content : dataUrl(content),
    });
    const client = new TestClient(app.url);
    const { status, body } = await client.post(modal, rest);
    return { email, client, status, body };
  }

  const filesOf = async (email: string) => {
    const user = await storedUser(app, email);
    const files = await app.services.db
      .selectFrom('files')
      .select(['id', 'category', 'document_type', 'file_name', 'size', 'is_active', 'is_uploaded'])
      .where('user_id', '=', user?.id ?? crypto.randomUUID())
      .execute();
    return { user: user!, files };
  };

  async function bytesOf(id: string): Promise<Buffer> {
    const { services } = app;
    const file = (await findStoredFile(services.db, id))!;
    const key = openFileKey(services, id, file.key_sealed!);
    const chunks: Buffer[] = [];
    for await (const chunk of readContent(services, { key, parts: await findParts(services.db, id) }))
      chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async function verify(client: TestClient, email: string, more: Record<string, unknown> = {}) {
    const { id } = (await storedUser(app, email))!;
    const token = await mailedToken(app, 'verify-email', id);
    return client.post('/api/auth/verify-email', { token, ...more });
  }

  const unowned = async () => {
    const { count } = await app.services.db
      .selectFrom('file_objects')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('file_id', 'is not', null)
      .executeTakeFirstOrThrow();
    return count;
  };

  it.each([
    ['ACP', 'ACP', null, 'My directive.pdf', pdf()],
    ['OTHER', 'ADDITIONAL_DOCUMENT', 'OTHER', '授权书.pdf', pdf()],
    ['GOALS_OF_CARE', 'ADDITIONAL_DOCUMENT', 'GOALS_OF_CARE', 'goals.pdf', pdf(5_000_000)],
  ] as const)(
    'is hidden as %s until the address is checked, and is then among the files of the account [SIGNUP-10] [GUEST-08] [GAP-113] [API-03]',
    async (documentType, category, document_type, fileName, content) => {
      const { email, client, body } = await signUp({ documentType, fileName, content });
      expect(body).toMatchObject({ ok: false, error: 'verification-required' });
      const before = await filesOf(email);
      expect(before.files).toEqual([
        {
          id: expect.any(String),
          category,
          document_type,
          file_name: fileName,
          size: content.length,
          is_active: false,
          is_uploaded: false,
        },
      ]);
      const { id } = before.files[0]!;
      expect((await bytesOf(id)).equals(content)).toBe(true);
      expect((await verify(client, email)).body).toMatchObject({ ok: true, with_file: true });
      const { user, files } = await filesOf(email);
      expect(files).toMatchObject([{ id, is_active: true, is_uploaded: true }]);
      expect((await bytesOf(id)).equals(content)).toBe(true);
      const activities = await app.services.db
        .selectFrom('recent_activities')
        .select(['template', 'metadata', 'actor_id'])
        .where('user_id', '=', user.id)
        .where('template', '=', 'FILE_UPLOADED')
        .execute();
      expect(activities).toEqual([
        { template: 'FILE_UPLOADED', metadata: { file: fileName }, actor_id: user.id },
      ]);
      const { data } = await client.graphql(
        `{ getFiles(category: ${category}) { id is_active upload { url } } }`,
      );
      expect(data.getFiles).toEqual([{ id, is_active: true, upload: null }]);
    },
  );

  it('is named in the mail with the link, and only by its id in the audit trail [GUEST-08] [D-17]', async () => {
    const { email } = await signUp();
    const { id } = (await storedUser(app, email))!;
    const { db } = app.services;
    const subject = async () =>
      (
        await db
          .selectFrom('mail_outbox')
          .select('subject')
          .where('to_address', '=', email)
          .executeTakeFirst()
      )?.subject;
    await expect.poll(subject, { timeout: 10_000 }).toBe('Check your email address to keep your file');
    const trail = await db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('chain', '=', id)
      .execute();
    expect(trail).toMatchObject([{ action: 'signUpWithNames', details: { file_id: expect.any(String) } }]);
    expect(JSON.stringify(trail)).not.toContain('directive');
  });

  it('is encoded again when it is a picture [D-20]', async () => {
    const { email, client } = await signUp({ content: dot, fileName: 'a.png', documentType: 'OTHER' });
    const { files } = await filesOf(email);
    expect(files).toHaveLength(1);
    const kept = await bytesOf(files[0]!.id);
    expect(kept.subarray(1, 4).toString()).toBe('PNG');
    expect(kept.length).toBe(files[0]!.size);
    await verify(client, email);
    expect((await filesOf(email)).files).toMatchObject([{ is_active: true }]);
  });

  it.each<[string, Sent, string, string]>([
    ['a Word file as directive', { fileName: 'a.docx' }, 'file_name', 'error.file.guestPdfOnly'],
    [
      'a video as document',
      { fileName: 'a.mp4', documentType: 'OTHER' },
      'file_name',
      'error.file.guestDocuments',
    ],
    ['a PDF as video', { documentType: 'WISHES' }, 'file_name', 'error.file.guestVideo'],
    [
      'a page under the name of a PDF',
      { content: Buffer.from('<html><script>') },
      'file',
      'error.file.unsafe',
    ],
    ['a picture under the name of a PDF', { content: dot }, 'file', 'error.file.contentDiffers'],
    [
      'SVG',
      { content: Buffer.from('<svg/>'), fileName: 'a.svg', documentType: 'OTHER' },
      'file_name',
      'error.file.guestDocuments',
    ],
    ['an empty file', { content: Buffer.alloc(0) }, 'file', 'error.file.empty'],
    ['no file at all', { content: '' }, 'file', 'error.file.empty'],
    ['a way out of the folder', { fileName: '../../a.pdf' }, 'file_name', 'error.file.nameDots'],
    ['no name', { fileName: '' }, 'file_name', 'error.file.nameEmpty'],
    ['no type', { documentType: '' }, 'documentType', 'error.file.typeRequired'],
    ['a type of its own making', { documentType: 'constructor' }, 'documentType', 'error.file.typeRequired'],
    [
      'an address in place of a file',
      { content: 'https://evil.example/a.pdf' },
      'file',
      'error.fileValidation',
    ],
    [
      'more than 10 MB of document',
      { content: pdf(10 * 1024 * 1024 + 1) },
      'size',
      'error.file_size_too_large',
    ],
  ])(
    'is refused when it is %s, with nothing stored and no account created [GUEST-04] [GUEST-05] [GUEST-07] [GAP-113] [D-20] [security 9]',
    async (_, sent, field, message) => {
      const before = await unowned();
      const { email, status, body } = await signUp(sent);
      expect([status, body.error, body.fields?.map((each: any) => [each.field, each.message])]).toEqual([
        400,
        'invalid',
        [[field, message]],
      ]);
      expect(await storedUser(app, email)).toBeUndefined();
      expect(await unowned()).toBe(before);
    },
  );

  it('is removed after seven days, together with its bytes; a link that is opened later activates only the account [GAP-113]', async () => {
    const { email, client } = await signUp();
    const { files } = await filesOf(email);
    const objects = await findParts(app.services.db, files[0]!.id);
    const nightAfter = (days: number) =>
      tidyFiles({ ...app.services, clock: () => new Date(Date.now() + days * day) }, () => undefined);
    await nightAfter(6.9);
    expect((await filesOf(email)).files).toHaveLength(1);
    await nightAfter(7.1);
    expect((await filesOf(email)).files).toEqual([]);
    const left = await app.services.db
      .selectFrom('file_objects')
      .select('id')
      .where(
        'id',
        'in',
        objects.map(({ id }) => id),
      )
      .execute();
    expect(left).toEqual([]);
    expect((await verify(client, email)).body.ok).toBe(true);
    expect((await filesOf(email)).files).toEqual([]);
  });

  it('stays hidden from anyone who did not send it: another browser without the password, and a new password by mail [D-39] [security 9]', async () => {
    const stranger = await signUp();
    const owner = new TestClient(app.url);
    expect((await verify(owner, stranger.email)).body).toMatchObject({ ok: true, asks: 'password' });
    expect((await filesOf(stranger.email)).files).toMatchObject([{ is_active: false }]);
    await owner.post('/api/initiateForgotPassword', { email: stranger.email });
    const { id } = (await storedUser(app, stranger.email))!;
    const token = await mailedToken(app, 'reset-password', id);
    const password = 'Ferry-Lantern-7';
    const reset = await owner.post('/api/auth/reset-password', { token, password });
    expect(reset.body.ok).toBe(true);
    expect((await filesOf(stranger.email)).files).toMatchObject([{ is_active: false, is_uploaded: false }]);
  });

  it('is added with the chosen password, in another browser [D-39]', async () => {
    const { email } = await signUp();
    const elsewhere = new TestClient(app.url);
    expect((await verify(elsewhere, email, { password: goodPassword })).body.ok).toBe(true);
    expect((await filesOf(email)).files).toMatchObject([{ is_active: true }]);
  });

  it('has only the properties that the server found, whatever a caller sends [security 7]', async () => {
    const victim = await signUp();
    const { files } = await filesOf(victim.email);
    const { accountOwner: _, ...rest } = signupBody({ firstName: 'Eve', lastName: 'Lee', forMySelf: 'yes' });
    const email = freshEmail();
    const upload = { id: files[0]!.id, key_sealed: '', objects: [] };
    await new TestClient(app.url).post(modal, { ...rest, email, upload });
    expect((await filesOf(email)).files).toEqual([]);
    expect((await filesOf(victim.email)).files).toEqual(files);
  });

  it('is accepted ten times an hour from one network, and then refused before any byte is stored [GAP-113] [security 28]', async () => {
    for (let turn = 0; turn < 10; turn += 1) expect((await signUp()).status).toBe(200);
    const before = await unowned();
    const { status, body } = await signUp();
    expect([status, body.error]).toEqual([429, 'rate-limited']);
    expect(await unowned()).toBe(before);
  });

  it('can be large on this route only [GAP-113] [security 28]', async () => {
    const body = { ...signupBody(), file: dataUrl(Buffer.alloc(3_000_000)) };
    expect((await new TestClient(app.url).post('/api/auth/email-password', body)).status).toBe(413);
    const { status } = await signUp({ content: pdf(4_000_000) });
    expect(status).toBe(200);
  });
});
