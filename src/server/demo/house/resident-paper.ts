import {
  announceObject,
  newFileKey,
  sealBlocks,
  sealedBytes,
  sealFileKey,
} from '../../features/files/api.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

const fileName = 'Advance care directive.pdf';

/** Returns a PDF page with some lines, in Latin letters. */
function pdfOf(lines: readonly string[]): Buffer {
  const words = lines.map((line, at) => `${at === 0 ? '' : 'T* '}(${line.replace(/[()\\]/g, '\\$&')}) Tj`);
  const content = `BT /F 16 Tf 24 TL 72 760 Td ${words.join(' ')} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${file}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A paper whose bytes are in the object store, without a file row yet. */
export type StoredPaper = { id: string; folder: string; objectId: string; size: number; key_sealed: Buffer };

/** Stores the bytes of an invented directive, before the transaction that creates its resident. */
export async function storePaper(services: Services, name: string): Promise<StoredPaper> {
  const bytes = pdfOf([
    'Advance care directive',
    `Made up for the demo resident ${name}.`,
    'Not a real directive.',
  ]);
  const [id, folder, key] = [crypto.randomUUID(), crypto.randomUUID(), newFileKey()];
  const size = bytes.length;
  const object = await announceObject(services.db, { fileId: null, folder, size });
  const content = async function* () {
    yield bytes;
  };
  await services.objectStore.put(object.key, sealBlocks(key, object.id, content(), size), sealedBytes(size));
  return { id, folder, objectId: object.id, size, key_sealed: sealFileKey(services, id, key) };
}

/** Adds a stored paper as an end-of-life document from the house. */
export async function keepPaper(
  tx: Tx,
  { id, folder, objectId, size, key_sealed }: StoredPaper,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('files')
    .values({
      ...{ id, user_id: userId, category: 'ACP', file_name: fileName, size, key_sealed },
      ...{
        s3_key: folder,
        s3_file_path: `files/${folder}`,
        is_eol: true,
        is_active: true,
        is_uploaded: true,
      },
      ...{ created_at: at, uploaded_timestamp: at, activated_timestamp: at },
    })
    .execute();
  await tx.updateTable('file_objects').set({ file_id: id, number: 1 }).where('id', '=', objectId).execute();
}
