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

const zip64LocatorBytes = 20;

/**
 * Whether a record of the larger format (APPNOTE 4.3.14) gives the same central directory as the record at `end`, or there is none.
 * Some programs read one record, some the other, so a different directory would hide entries from this check.
 */
function hasOneDirectory(content: Buffer, end: number): boolean {
  const locator = end - zip64LocatorBytes;
  if (locator < 0 || content.readUInt32LE(locator) !== 0x07064b50) return true;
  const record = Number(content.readBigUInt64LE(locator + 8));
  return (
    record + 56 <= locator &&
    content.readUInt32LE(record) === 0x06064b50 &&
    content.readBigUInt64LE(record + 32) === BigInt(content.readUInt16LE(end + 10)) &&
    content.readBigUInt64LE(record + 48) === BigInt(content.readUInt32LE(end + 16))
  );
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
  if (!hasOneDirectory(content, end)) refuse();
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
