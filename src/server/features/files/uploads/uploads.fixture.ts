import { once } from 'node:events';
import { existsSync, readdirSync, type Dirent } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { partBytes } from '../../../../domain/files/limits.ts';
import { TestClient } from '../../../../../testing/client.ts';
import { person, type TestPerson } from '../../../../../testing/people.ts';
import type { TestApp } from '../../../../../testing/start-app.ts';
import { pdfOf } from '../checks/sample-files.fixture.ts';
import { removeUnowned } from '../objects-store.ts';

/** Uploads through the API, in the same calls as the web client. */

/** The fields of a listed file that tests read. */
export type ListedFile = {
  id: string;
  file_name: string;
  is_active: boolean;
  replaced_at: string | null;
  shared_with_count: number;
  upload: { received: number; parts: number[]; url: string };
};

export type Sent = {
  category: 'ACP' | 'ADDITIONAL_DOCUMENT' | 'WISHES';
  file_name: string;
  content: Buffer;
  document_type?: string;
  note?: string;
};

const fileFields = `id category document_type file_name size note is_active is_uploaded replaced_at logical_file_id
  shared_with_count upload { url part_size received parts expires_at }`;

const insert = `mutation ($category: FileCategory!, $document_type: DocumentType, $file_name: String!, $size: Float!, $note: String, $key: String) {
  insertFile(category: $category, document_type: $document_type, file_name: $file_name, size: $size, note: $note, idempotency_key: $key) { ${fileFields} }
}`;

/** Returns the first field error as `field: message`, or the code. */
export const refusalIn = (
  errors: Awaited<ReturnType<TestClient['graphql']>>['errors'],
): string | undefined => {
  const { code, fields } = errors?.[0]?.extensions ?? {};
  return fields?.[0] ? `${fields[0].field}: ${fields[0].message}` : code;
};

export async function beginUpload(
  client: TestClient,
  sent: Sent,
  { size = sent.content.length, key = '' } = {},
) {
  const { category, file_name, note } = sent;
  const document_type = sent.document_type ?? (category === 'ADDITIONAL_DOCUMENT' ? 'OTHER' : null);
  const variables = { category, document_type, file_name, size, note, ...(key && { key }) };
  const { data, errors } = await client.graphql(insert, variables);
  return { file: data?.insertFile, refusal: refusalIn(errors), errors };
}

export const partOf = (content: Buffer, part: number): Buffer =>
  content.subarray((part - 1) * partBytes, part * partBytes);

export function sendPart(client: TestClient, url: string, part: number, body: Buffer): Promise<Response> {
  return client.fetch(`${url}/${part}`, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { 'content-type': 'application/octet-stream' },
  });
}

/** Sends a part and closes the connection after `bytes` bytes, like a broken connection. */
export async function sendBroken(client: TestClient, url: string, part: number, body: Buffer, bytes: number) {
  const { hostname, port, host } = new URL(client.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `PUT ${url}/${part} HTTP/1.1\r\nhost: ${host}\r\norigin: ${client.url}\r\ncookie: ${client.cookieHeader()}\r\n` +
      `content-type: application/octet-stream\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, bytes));
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
}

export async function sendParts(
  client: TestClient,
  file: { upload: { url: string } },
  content: Buffer,
): Promise<void> {
  for (let part = 1; partOf(content, part).length > 0; part += 1) {
    const response = await sendPart(client, file.upload.url, part, partOf(content, part));
    if (response.status !== 200) throw new Error(`Part ${part}: ${response.status} ${await response.text()}`);
  }
}

export async function activate(client: TestClient, id: string) {
  const { data, errors } = await client.graphql(
    `mutation ($id: ID!) { activateFile(id: $id) { ${fileFields} } }`,
    { id },
  );
  return { file: data?.activateFile, refusal: refusalIn(errors), errors };
}

/** Sends a whole file. */
export async function upload(client: TestClient, sent: Sent) {
  const begun = await beginUpload(client, sent);
  if (!begun.file) return begun;
  await sendParts(client, begun.file, sent.content);
  return activate(client, begun.file.id);
}

export async function listFiles(client: TestClient, category?: Sent['category']): Promise<ListedFile[]> {
  const { data } = await client.graphql(
    `query ($category: FileCategory) { getFiles(category: $category) { ${fileFields} } }`,
    {
      category,
    },
  );
  return data.getFiles;
}

export async function deleteFile(client: TestClient, id: string): Promise<string | undefined> {
  const { errors } = await client.graphql('mutation ($id: ID!) { deleteFile(id: $id) }', { id });
  return refusalIn(errors);
}

export async function linkTo(client: TestClient, file_id: string, disposition = 'attachment') {
  const { data, errors } = await client.graphql(
    'mutation ($file_id: ID!, $disposition: FileDisposition) { generateS3Url(file_id: $file_id, disposition: $disposition) { url expires_at } }',
    { file_id, disposition },
  );
  return { link: data?.generateS3Url as { url: string; expires_at: string }, refusal: refusalIn(errors) };
}

export const directive = (content = pdfOf({ size: 60_000 })): Sent => ({
  category: 'ACP',
  file_name: 'Directive 2026.pdf',
  content,
});

export const paper = (file_name: string, content: Buffer): Sent => ({
  category: 'ADDITIONAL_DOCUMENT',
  file_name,
  content,
});

/** Helpers for tests of uploads against a running product. */
export const uploadsIn = (app: () => TestApp) => {
  const newClient = async (who: TestPerson): Promise<TestClient> => {
    const made = new TestClient(app().url);
    await made.signIn(who.email, who.password);
    return made;
  };
  return {
    newClient,
    /** Creates a new person for each test, so that tests do not share files. */
    async newPerson(): Promise<{ who: TestPerson; client: TestClient }> {
      const who = await person(app().services, { plan: { status: 'draft', answers: {} } });
      return { who, client: await newClient(who) };
    },
    rowsOf: async (table: 'files' | 'file_uploads' | 'file_objects') =>
      (await app().services.db.selectFrom(table).selectAll().execute()).length,
    /** Returns every object of a file in the data folder. */
    objects(): Dirent[] {
      const folder = join(app().folder, 'files', 'files');
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    },
    /** Removes now what the nightly clean-up would remove. */
    async settled(): Promise<void> {
      await app()
        .services.db.updateTable('file_objects')
        .set({ created_at: new Date(Date.now() - 2 * 60 * 60_000) })
        .where('number', 'is', null)
        .execute();
      await removeUnowned(app().services);
    },
    async download(client: TestClient, id: string): Promise<Buffer> {
      const { link } = await linkTo(client, id);
      return Buffer.from(await (await client.fetch(link.url)).arrayBuffer());
    },
  };
};
