import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { expect, type Locator, type Page } from '@playwright/test';
import type { DocumentType, FileCategory } from '../../src/domain/files/categories.ts';
import type { TextKey, TextKeyWith, Translate } from '../../src/domain/i18n/texts.ts';
import { TestClient } from '../../testing/client.ts';
import type { TestPerson } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';

/** A file as a test passes it to the browser. */
export type Given = { name: string; mimeType: string; buffer: Buffer };

/** A PDF of this number of bytes, or a few more. */
export function paper(name = 'Directive.pdf', bytes = 600): Given {
  const [head, tail] = ['%PDF-1.7\n%', '\ntrailer\n<< /Size 1 >>\nstartxref\n0\n%%EOF\n'];
  const filling = 'wattle '.repeat(Math.ceil(Math.max(0, bytes - head.length - tail.length) / 7));
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(head + filling + tail) };
}

/** A video of this number of bytes: the boxes that every MP4 file has, without content. */
export function film(name = 'Wishes.mp4', bytes = 4_000): Given {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + content.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const start = Buffer.concat([box('ftyp', Buffer.from('isom0000isom')), box('moov', Buffer.alloc(16))]);
  const rest = box('mdat', Buffer.alloc(Math.max(0, bytes - start.length - 8), 'wattle'));
  return { name, mimeType: 'video/mp4', buffer: Buffer.concat([start, rest]) };
}

/** A Word document. */
export const letter = (name = 'Letter.docx'): Given => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': strToU8('<document>Dear Margaret</document>'),
    }),
  ),
});

/** A photo of a paper. */
export const photo = async (name = 'Photo.png'): Promise<Given> => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60, height: 80, channels: 3, background: 'ivory' } })
    .png()
    .toBuffer(),
});

const rows = {
  ACP: 'dash.upload.acp',
  ADDITIONAL_DOCUMENT: 'dash.upload.additional',
  WISHES: 'dash.upload.wishes',
} as const satisfies Record<FileCategory, TextKey>;

/** The dialog of one category of files, on the dashboard. */
export class FilesPage {
  readonly page: Page;
  readonly t: Translate;
  readonly category: FileCategory;
  readonly opener: Locator;
  readonly dialog: Locator;
  readonly done: Locator;
  readonly list: Locator;

  constructor(page: Page, t: Translate, category: FileCategory = 'ADDITIONAL_DOCUMENT') {
    this.page = page;
    this.t = t;
    this.category = category;
    this.opener = page.getByRole('main').getByRole('button', { name: t(rows[category]) });
    this.dialog = page.getByRole('dialog', { name: t(`upload.title.${category}`) });
    this.done = this.dialog.locator('button', { hasText: t('upload.done') });
    this.list = this.dialog.getByRole('region', { name: t('files.title') });
  }

  async open(): Promise<void> {
    await this.page.goto('/dashboard');
    await this.opener.click();
    await expect(this.dialog).toBeVisible();
  }

  /** Chooses files as with the browser's own dialog: from memory, or by their paths on the disk. */
  async choose(...files: readonly (Given | string)[]): Promise<void> {
    const box = this.dialog.locator('input[type=file]').first();
    await box.setInputFiles(files as Given[]);
  }

  /** A file that was chosen or dropped. */
  row(name: string): Locator {
    return this.dialog.locator('.file').filter({ hasText: name });
  }

  /** A stored file. */
  listed(name: string): Locator {
    return this.list.getByRole('listitem').filter({ hasText: name });
  }

  button(key: TextKeyWith<'file'>, file: string, within: Locator = this.dialog): Locator {
    return within.getByRole('button', { name: this.t(key, { file }), exact: true });
  }
}

/** Stores a file of a person as the web would, without a browser. */
export async function addFile(
  app: TestApp,
  who: TestPerson,
  { name, buffer }: Given,
  {
    category = 'ADDITIONAL_DOCUMENT',
    documentType = 'OTHER',
    note = '',
  }: { category?: FileCategory; documentType?: DocumentType; note?: string } = {},
): Promise<string> {
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  const { data, errors } = await client.graphql(
    `mutation ($category: FileCategory!, $type: DocumentType, $name: String!, $size: Float!, $note: String) {
      insertFile(category: $category, document_type: $type, file_name: $name, size: $size, note: $note) {
        id upload { url part_size }
      }
    }`,
    {
      category,
      type: category === 'ADDITIONAL_DOCUMENT' ? documentType : null,
      name,
      size: buffer.length,
      note,
    },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  const { id, upload } = data.insertFile as { id: string; upload: { url: string; part_size: number } };
  for (let from = 0, n = 1; from < buffer.length; from += upload.part_size, n += 1) {
    const answer = await client.fetch(`${upload.url}/${n}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(buffer.subarray(from, from + upload.part_size)),
    });
    if (!answer.ok) throw new Error(`Part ${n} was refused: ${answer.status} ${await answer.text()}`);
  }
  const activated = await client.graphql('mutation ($id: ID!) { activateFile(id: $id) { id } }', { id });
  if (activated.errors) throw new Error(JSON.stringify(activated.errors));
  return id;
}
