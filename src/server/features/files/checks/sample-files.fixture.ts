import { randomBytes } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync, type Zippable } from 'fflate';
import sharp from 'sharp';

/** Small sample files of every accepted type, generated here. */

/** Returns a PDF without pages, padded to `size` bytes. `trailer` is added to its trailer. */
export function pdfOf({ size = 0, trailer = '' } = {}): Buffer {
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n';
  const tail = `trailer<</Root 1 0 R${trailer}>>\nstartxref\n0\n%%EOF\n`;
  const filler = Math.max(0, size - head.length - tail.length - 2);
  const comment =
    filler > 0
      ? `%${randomBytes(Math.ceil(filler / 2))
          .toString('hex')
          .slice(0, filler)}\n`
      : '';
  return Buffer.from(head + comment + tail, 'latin1');
}

const contentTypes =
  '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** Returns a Word document with additional parts. */
export const docxOf = (more: Zippable = {}, types = contentTypes): Buffer =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(types),
      '_rels/.rels': strToU8('<Relationships/>'),
      'word/document.xml': strToU8('<w:document><w:t>Margaret</w:t></w:document>'),
      ...more,
    }),
  );

/**
 * Returns a Word document with parts of `sizes` zero bytes. Node's own zlib compresses them in a tenth of the time; they are
 * added as stored entries, whose headers are then changed to compressed ones.
 */
export function bombOf(...sizes: readonly number[]): Buffer {
  const parts = sizes.map((size, index) => {
    const zeros = new Uint8Array(size);
    return { name: `word/bomb${index}.xml`, size, crc: crc32(zeros), packed: deflateRawSync(zeros) };
  });
  const bomb = docxOf(
    Object.fromEntries(parts.map(({ name, packed }) => [name, [packed, { level: 0 }] as const])),
  );
  for (const { name, size, crc } of parts) {
    const inFile = bomb.indexOf(name) - 30;
    const inTable = bomb.lastIndexOf(name) - 46;
    for (const method of [inFile + 8, inTable + 10]) {
      bomb.writeUInt16LE(8, method);
      bomb.writeUInt32LE(crc, method + 6);
      bomb.writeUInt32LE(size, method + 14);
    }
  }
  return bomb;
}

/** Returns a document of Word 97 with additional entries: the minimum that [MS-CFB] requires. */
export function docOf(more: readonly string[] = [], { encrypted = false } = {}): Buffer {
  const sectorBytes = 512;
  const none = 0xffffffff;
  const end = 0xfffffffe;
  const names = ['Root Entry', 'WordDocument', ...more];
  const directorySectors = Math.ceil(names.length / 4);
  const textSectors = 8;
  const header = Buffer.alloc(sectorBytes, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4_096, 56);
  header.writeUInt32LE(end, 60);
  header.writeUInt32LE(end, 68);
  for (let at = 76; at < sectorBytes; at += 4) header.writeUInt32LE(at === 76 ? 0 : none, at);
  const table = Buffer.alloc(sectorBytes, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  const chain = (first: number, count: number) => {
    for (let index = 0; index < count; index += 1)
      table.writeUInt32LE(index === count - 1 ? end : first + index + 1, (first + index) * 4);
  };
  chain(1, directorySectors);
  chain(1 + directorySectors, textSectors);
  const directory = Buffer.alloc(directorySectors * sectorBytes);
  names.forEach((name, index) => {
    const at = index * 128;
    const length = directory.write(name, at, 'utf16le');
    directory.writeUInt16LE(length + 2, at + 64);
    directory.writeUInt8(index === 0 ? 5 : 2, at + 66);
    for (const link of [68, 72, 76]) directory.writeUInt32LE(none, at + link);
    directory.writeUInt32LE(1 + directorySectors, at + 116);
    directory.writeUInt32LE(textSectors * sectorBytes, at + 120);
  });
  const text = Buffer.alloc(textSectors * sectorBytes);
  text.writeUInt16LE(0xa5ec, 0);
  text.writeUInt16LE(encrypted ? 0x0100 : 0, 10);
  return Buffer.concat([header, table, directory, text]);
}

const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** Returns a video without frames: boxes with the right names, `size` bytes in total. */
export function videoOf({ brand = 'mp42', size = 200 } = {}): Buffer {
  const start = Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0`)), box('moov', Buffer.alloc(16))]);
  return Buffer.concat([start, box('mdat', Buffer.alloc(Math.max(0, size - start.length - 8), 7))]);
}

export const pictureOf = (type: 'jpeg' | 'png', width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } })
    .toFormat(type)
    .toBuffer();
