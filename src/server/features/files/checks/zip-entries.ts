import { archiveEnd } from './archive-end.ts';

/** One file in an archive, from its central directory. `start` and `end` delimit its compressed bytes in the archive. */
export type ZipEntry = {
  name: string;
  isEncrypted: boolean;
  method: number;
  start: number;
  end: number;
};

/** Thrown for an archive that no ordinary program writes: entries that overlap, leave the folder or have the same name. */
export class StrangeArchive extends Error {
  override readonly name = 'StrangeArchive';
}

const entriesAtMost = 3_000;

const refuse = (): never => {
  throw new StrangeArchive();
};

/** Whether a name stays inside its folder in every program. */
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
 * Reads the entries of an archive from its central directory (APPNOTE 4.3.12), which must match the local header of each entry.
 * No two entries may share bytes or have the same name.
 * @throws StrangeArchive, RangeError for a truncated archive
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
