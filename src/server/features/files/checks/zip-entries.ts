import { archiveEnd } from './archive-end.ts';

/** One file in an archive, as its table of contents says. `start` and `end` are its bytes in the archive, compressed. */
export type ZipEntry = {
  name: string;
  isEncrypted: boolean;
  method: number;
  start: number;
  end: number;
};

/** The archive is not written as programs write it: entries that overlap, lead elsewhere or are named twice. */
export class StrangeArchive extends Error {
  override readonly name = 'StrangeArchive';
}

const entriesAtMost = 3_000;

const refuse = (): never => {
  throw new StrangeArchive();
};

/** A name that stays inside its folder, in every program. */
const isPlainName = (name: string) =>
  name !== '' && !/[\p{Cc}\\:]/u.test(name) && !name.startsWith('/') && !name.split('/').includes('..');

function entryAt(
  content: Buffer,
  at: number,
  tableStart: number,
): { entry: ZipEntry; localStart: number; next: number } {
  if (content.readUInt32LE(at) !== 0x02014b50) refuse();
  const flags = content.readUInt16LE(at + 8);
  const method = content.readUInt16LE(at + 10);
  const compressed = content.readUInt32LE(at + 20);
  const nameLength = content.readUInt16LE(at + 28);
  const next = at + 46 + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  const localStart = content.readUInt32LE(at + 42);
  const name = content.toString('utf8', at + 46, at + 46 + nameLength);
  if (!isPlainName(name)) refuse();
  if (localStart + 30 > tableStart || content.readUInt32LE(localStart) !== 0x04034b50) refuse();
  const localName = content.readUInt16LE(localStart + 26);
  if (content.toString('utf8', localStart + 30, localStart + 30 + localName) !== name) refuse();
  if (content.readUInt16LE(localStart + 8) !== method) refuse();
  const start = localStart + 30 + localName + content.readUInt16LE(localStart + 28);
  const end = start + compressed;
  if (end > tableStart) refuse();
  return { entry: { name, isEncrypted: (flags & 1) !== 0, method, start, end }, localStart, next };
}

/**
 * The entries of an archive by its table of contents (APPNOTE 4.3.12), which must agree with what stands before each of them. No
 * two share bytes, and none has the name of another.
 * @throws StrangeArchive, RangeError for one that is cut short
 */
export function zipEntries(content: Buffer): ZipEntry[] {
  const end = archiveEnd(content);
  if (end === -1) refuse();
  const count = content.readUInt16LE(end + 10);
  const tableStart = content.readUInt32LE(end + 16);
  if (count === 0 || count > entriesAtMost || tableStart >= end) refuse();
  const found = [];
  for (let at = tableStart; found.length < count;) {
    const each = entryAt(content, at, tableStart);
    found.push(each);
    at = each.next;
    if (at > end) refuse();
  }
  const sorted = found.toSorted((one, other) => one.localStart - other.localStart);
  if (sorted[0]?.localStart !== 0) refuse();
  if (sorted.some(({ entry }, index) => entry.end > (sorted[index + 1]?.localStart ?? tableStart))) refuse();
  const names = new Set(found.map(({ entry }) => entry.name.toLowerCase()));
  if (names.size !== found.length) refuse();
  return found.map(({ entry }) => entry);
}
