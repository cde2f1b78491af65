import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { docxOf, pdfOf, videoOf } from '../checks/sample-files.fixture.ts';
import { contentDisposition, rangeOf } from './send-file.ts';
import { deleteFile, linkTo, upload } from '../uploads/uploads.fixture.ts';

const fieldsOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { fields: unknown }).fields;

describe('the download of a file', () => {
  let app: TestApp;
  let ann: TestPerson;
  let client: TestClient;
  const content = pdfOf({ size: 300_000 });
  let id: string;

  const signedIn = async (who: TestPerson) => {
    const made = new TestClient(app.url);
    await made.signIn(who.email, who.password);
    return made;
  };
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  beforeAll(async () => {
    app = await startApp();
    ann = await person(app.services);
    client = await signedIn(ann);
    id = (await upload(client, { category: 'ACP', file_name: '预先护理 "form"; x=1.pdf', content })).file.id;
  });
  afterAll(() => app.close());

  it('uses a link that is valid for sixty seconds, and saves the file under its own name [FILE-01, D-20, GAP-64]', async () => {
    const { link } = await linkTo(client, id);
    expect(new Date(link.expires_at).getTime() - app.services.clock().getTime()).toBeLessThanOrEqual(60_000);
    const response = await client.fetch(link.url);
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).equals(content)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '300000',
      'content-disposition': `attachment; filename="file.pdf"; filename*=UTF-8''${encodeURIComponent('预先护理 "form"; x=1.pdf')}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'accept-ranges': 'bytes',
    });
  });

  it('returns any requested range, and names it in the response [FILE-01]', async () => {
    const { link } = await linkTo(client, id);
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=100000-200000', 100_000, 200_001],
      ['bytes=299000-', 299_000, 300_000],
      ['bytes=-5', 299_995, 300_000],
    ] as const) {
      const response = await client.fetch(link.url, { headers: { range } });
      expect([range, response.status, response.headers.get('content-range')]).toEqual([
        range,
        206,
        `bytes ${from}-${to - 1}/300000`,
      ]);
      expect((await bytesOf(response)).equals(content.subarray(from, to))).toBe(true);
    }
    const none = await client.fetch(link.url, { headers: { range: 'bytes=300000-' } });
    expect([none.status, none.headers.get('content-range')]).toEqual([416, 'bytes */300000']);
    const changed = await client.fetch(link.url, {
      headers: { range: 'bytes=0-0', 'if-range': '"another"' },
    });
    expect(changed.status).toBe(200);
    await bytesOf(changed);
  });

  it('requires sign-in [FILE-05]', async () => {
    const { link } = await linkTo(client, id);
    const visitor = new TestClient(app.url);
    const response = await visitor.fetch(link.url);
    expect([response.status, await fieldsOf(response)]).toEqual([
      401,
      [{ field: 'file', message: 'error.file.signIn' }],
    ]);
  });

  it('is refused to another person, and in another session of the same person [security 35]', async () => {
    const { link } = await linkTo(client, id);
    const other = await signedIn(await person(app.services));
    const elsewhere = await signedIn(ann);
    for (const who of [other, elsewhere]) {
      const response = await who.fetch(link.url);
      expect([response.status, await fieldsOf(response)]).toEqual([
        404,
        [{ field: 'file', message: 'error.file.linkExpired' }],
      ]);
    }
  });

  it('is refused after sixty seconds, but a browser that opened it in time may request further ranges [security 35]', async () => {
    const { link: unused } = await linkTo(client, id);
    const { link: used } = await linkTo(client, id);
    await bytesOf(await client.fetch(used.url));
    app.advance(61_000);
    expect((await client.fetch(unused.url)).status).toBe(404);
    expect((await client.fetch(used.url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    app.advance(4 * 60 * 60_000);
    expect((await client.fetch(used.url, { headers: { range: 'bytes=0-9' } })).status).toBe(404);
  });

  it('is refused with a link that was changed in one character [security 35]', async () => {
    const { link } = await linkTo(client, id);
    const token = link.url.split('/').at(-1) as string;
    for (const at of [0, 20, 45, 60, token.length - 2]) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect((await client.fetch(`/api/file-download/${changed}`)).status).toBe(404);
    }
    for (const other of ['x', `${token}${token}`, '%00', '..%2f..%2fetc%2fpasswd'])
      expect([404, 414]).toContain((await client.fetch(`/api/file-download/${other}`)).status);
  });

  it('ends with the session and with the file [security 35]', async () => {
    const who = await person(app.services);
    const own = await signedIn(who);
    const { file } = await upload(own, { category: 'ACP', file_name: 'a.pdf', content });
    const { link } = await linkTo(own, file.id);
    const { link: other } = await linkTo(own, file.id);
    await deleteFile(own, file.id);
    expect((await own.fetch(link.url)).status).toBe(404);
    await own.post('/api/auth/sign-out', {});
    expect((await own.fetch(other.url)).status).toBe(401);
  });

  it('stops at the next chunk when the session ends during the download [security 35]', async () => {
    const own = await signedIn(await person(app.services));
    const film = videoOf({ size: 40_000_000 });
    const { file } = await upload(own, { category: 'WISHES', file_name: 'film.mp4', content: film });
    const { link } = await linkTo(own, file.id);
    const response = await own.fetch(link.url);
    const reader = response.body!.getReader();
    await reader.read();
    await own.post('/api/auth/sign-out', {});
    // Longer than the time after which access is checked again.
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    let bytes = 0;
    const rest = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        bytes += value.length;
      }
    })();
    await expect(rest).rejects.toThrow();
    expect(bytes).toBeLessThan(film.length - 1);
  }, 60_000);

  it('can be shown in a page of its own, except for Word documents [FILE-04, FILE-08]', async () => {
    const { link } = await linkTo(client, id, 'inline');
    const shown = await client.fetch(link.url);
    await bytesOf(shown);
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; /);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    const word = await upload(client, {
      category: 'ADDITIONAL_DOCUMENT',
      file_name: 'a.docx',
      content: docxOf(),
    });
    const kept = await client.fetch((await linkTo(client, word.file.id, 'inline')).link.url);
    await bytesOf(kept);
    expect(kept.headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  it('of an end-of-life file uses its key and its person, and is allowed for that person only [FILE-07, FILE-05]', async () => {
    const { s3_key } = await app.services.db
      .selectFrom('files')
      .select('s3_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const address = `/api/file-download/eol?fileKey=${s3_key}&id=${ann.userId}`;
    const response = await client.fetch(address);
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment/),
    ]);
    expect((await bytesOf(response)).equals(content)).toBe(true);
    const other = await person(app.services);
    const own = await signedIn(other);
    for (const path of [address, `/api/file-download/eol?fileKey=${s3_key}&id=${other.userId}`])
      expect((await own.fetch(path)).status).toBe(404);
    expect((await client.fetch('/api/file-download/eol?fileKey=x&id=y')).status).toBe(400);
    const visitor = await new TestClient(app.url).fetch(address);
    expect([visitor.status, await fieldsOf(visitor)]).toEqual([
      401,
      [{ field: 'file', message: 'error.file.signIn' }],
    ]);
  });

  it('of the signed plan uses the address of its PDF', async () => {
    const plan = await app.services.db
      .insertInto('files')
      .values({
        user_id: ann.userId,
        category: 'ACP',
        file_name: 'plan.pdf',
        is_active: true,
        is_questionnaire: true,
        activated_timestamp: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await linkTo(client, plan.id)).link.url).toBe('/api/acp/plan.pdf');
  });
});

describe('a range', () => {
  it('is parsed by RFC 9110, and anything else means the whole file', () => {
    expect(rangeOf('bytes=0-9', 100)).toEqual({ from: 0, to: 10 });
    expect(rangeOf('bytes=90-200', 100)).toEqual({ from: 90, to: 100 });
    expect(rangeOf('bytes=-200', 100)).toEqual({ from: 0, to: 100 });
    expect([rangeOf('bytes=100-', 100), rangeOf('bytes=-0', 100)]).toEqual([
      'unsatisfiable',
      'unsatisfiable',
    ]);
    for (const header of [undefined, '', 'bytes=-', 'bytes=5-2', 'bytes=0-1,5-9', 'items=0-1', 'bytes=a-b'])
      expect(rangeOf(header, 100)).toBeNull();
  });
});

describe('the name in a header', () => {
  it('cannot end the header or add to it [security 33]', () => {
    for (const name of ['a"b.pdf', "it's (1)*.pdf", 'a;b.pdf', '心愿.mp4', 'a.p"df'])
      expect(contentDisposition('attachment', name)).toMatch(
        /^attachment; filename="file\.[a-z0-9]*"; filename\*=UTF-8''[\w%.!~-]+$/,
      );
  });
});
