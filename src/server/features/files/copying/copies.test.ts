import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person, provider, type TestPersonSpec } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { docxOf, pdfOf, videoOf } from '../checks/sample-files.fixture.ts';
import { deleteFile, linkTo, listFiles, refusalIn, upload } from '../uploads/uploads.fixture.ts';

describe('a copy of a file', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function signedIn(spec?: TestPersonSpec) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { ...who, client };
  }

  const copy = async (client: TestClient, file_id: string, more: Record<string, string> = {}) => {
    const { data, errors } = await client.graphql(
      `mutation ($file_id: ID!, $category: FileCategory, $document_type: DocumentType, $key: String) {
        copyFileS3(file_id: $file_id, category: $category, document_type: $document_type, idempotency_key: $key) {
          id category document_type file_name note size is_active is_eol shared_with_count logical_file_id
        }
      }`,
      { file_id, ...more },
    );
    return { file: data?.copyFileS3, refusal: refusalIn(errors) };
  };

  const keysOf = async (id: string): Promise<string[]> => {
    const { rows } = await app.application.pool.query(
      'select key from file_objects where file_id = $1 order by number',
      [id],
    );
    return rows.map(({ key }) => key);
  };

  const contentOf = async (client: TestClient, id: string) => {
    const { link } = await linkTo(client, id);
    return Buffer.from(await (await client.fetch(link.url)).arrayBuffer());
  };

  it('has the same bytes under its own key, and remains when the original is deleted [GAP-123]', async () => {
    const { client } = await signedIn();
    // More than one part.
    const content = videoOf({ size: 9_000_000 });
    const { file } = await upload(client, {
      category: 'WISHES',
      file_name: 'Hello.mp4',
      content,
      note: 'For Ann',
    });
    const made = await copy(client, file.id);
    expect(made.file).toMatchObject({
      category: 'WISHES',
      file_name: 'Hello.mp4',
      note: 'For Ann',
      size: content.length,
      is_active: true,
      shared_with_count: 0,
    });
    expect(made.file.id).not.toBe(file.id);
    const [before, after] = [await keysOf(file.id), await keysOf(made.file.id)];
    expect(after).toHaveLength(before.length);
    expect(after.filter((key) => before.includes(key))).toEqual([]);
    expect(await deleteFile(client, file.id)).toBeUndefined();
    expect((await contentOf(client, made.file.id)).equals(content)).toBe(true);
  });

  it('can go into another category that accepts its type, and becomes the directive in force there [GAP-61]', async () => {
    const { client } = await signedIn();
    const first = await upload(client, { category: 'ACP', file_name: 'Old.pdf', content: pdfOf() });
    const paper = await upload(client, {
      category: 'ADDITIONAL_DOCUMENT',
      file_name: 'Signed.pdf',
      content: pdfOf({ size: 20_000 }),
    });
    const { file } = await copy(client, paper.file.id, { category: 'ACP' });
    expect(file).toMatchObject({ category: 'ACP', document_type: null, is_active: true });
    expect(file.logical_file_id).toBe(first.file.logical_file_id);
    const directives = await listFiles(client, 'ACP');
    expect(directives.map(({ id, is_active }) => [id, is_active])).toEqual([
      [file.id, true],
      [first.file.id, false],
    ]);
    expect(await listFiles(client, 'ADDITIONAL_DOCUMENT')).toMatchObject([
      { id: paper.file.id, is_active: true },
    ]);
  });

  it('is refused, with nothing stored, if the category does not accept the file or requires a document type [GAP-62]', async () => {
    const { client } = await signedIn();
    const word = await upload(client, {
      category: 'ADDITIONAL_DOCUMENT',
      file_name: 'Letter.docx',
      content: docxOf(),
    });
    expect((await copy(client, word.file.id, { category: 'ACP' })).refusal).toBe(
      'file_name: error.file_type_not_allowed',
    );
    const directive = await upload(client, { category: 'ACP', file_name: 'Old.pdf', content: pdfOf() });
    const asPaper = { category: 'ADDITIONAL_DOCUMENT' };
    expect((await copy(client, directive.file.id, asPaper)).refusal).toBe(
      'document_type: error.file.typeRequired',
    );
    const made = await copy(client, directive.file.id, { ...asPaper, document_type: 'OTHER' });
    expect(made.file).toMatchObject({ document_type: 'OTHER' });
    expect(await listFiles(client)).toHaveLength(3);
  });

  it('of a file of the care provider belongs to the person, and a repeated request makes one copy', async () => {
    const { client } = await signedIn();
    const { file } = await upload(client, { category: 'WISHES', file_name: 'Hello.mp4', content: videoOf() });
    await app.services.db.updateTable('files').set({ is_eol: true }).where('id', '=', file.id).execute();
    const key = { key: 'c0ffee00-0000-4000-8000-000000000002' };
    const [one, again] = [await copy(client, file.id, key), await copy(client, file.id, key)];
    expect(one.file).toMatchObject({ is_eol: false });
    expect(again.file.id).toBe(one.file.id);
    expect(await listFiles(client)).toHaveLength(2);
  });

  it('can be made only by the owner of the file, of an existing file, and never of the signed plan [D-14]', async () => {
    const providerId = await provider(app.services, 'Banksia House');
    const { client, userId } = await signedIn({ providerId });
    const { file } = await upload(client, { category: 'ACP', file_name: 'Old.pdf', content: pdfOf() });
    expect((await copy(new TestClient(app.url), file.id)).refusal).toBe('unauthenticated');
    for (const spec of [{}, { role: 'provideradmin' as const, providerId }, { role: 'sysadmin' as const }])
      expect((await copy((await signedIn(spec)).client, file.id)).refusal).toBe('not-found');
    expect((await copy(client, crypto.randomUUID())).refusal).toBe('not-found');
    const plan = await app.services.db
      .insertInto('files')
      .values({
        user_id: userId,
        category: 'ACP',
        file_name: 'Plan.pdf',
        is_questionnaire: true,
        is_active: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await copy(client, plan.id)).refusal).toBe('forbidden');
  });

  it('is refused when the person’s space is full [GAP-63]', async () => {
    const { client } = await signedIn();
    const { file } = await upload(client, { category: 'WISHES', file_name: 'Hello.mp4', content: videoOf() });
    const large = await upload(client, { category: 'WISHES', file_name: 'Long.mp4', content: videoOf() });
    await app.services.db
      .updateTable('files')
      .set({ size: 2 ** 45 })
      .where('id', '=', large.file.id)
      .execute();
    expect((await copy(client, file.id)).refusal).toBe('file: error.file.quota');
  });

  it('is listed with a file key only if it is a care provider’s directive [FILE-07]', async () => {
    const { client, userId } = await signedIn();
    const content = pdfOf();
    const { file } = await upload(client, { category: 'ACP', file_name: 'Provider.pdf', content });
    const keys = async () =>
      (await client.graphql('{ getFiles { fileKey user_id } }')).data.getFiles as {
        fileKey: string | null;
        user_id: string;
      }[];
    expect(await keys()).toEqual([{ fileKey: null, user_id: userId }]);
    await app.services.db.updateTable('files').set({ is_eol: true }).where('id', '=', file.id).execute();
    const fileKey = (await keys())[0]?.fileKey;
    const response = await client.fetch(`/api/file-download/eol?fileKey=${fileKey}&id=${userId}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });
});
