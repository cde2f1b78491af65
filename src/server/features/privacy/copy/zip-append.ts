import { crc32 } from 'node:zlib';

/** A file that is put into an archive without compression. */
export type AppendedFile = { name: string; at: Date; content: AsyncIterable<Uint8Array> };

/** The central directory of our archives is within this many last bytes. */
const tailBytes = 1024 * 1024;

const endBytes = 22;

/** Sizes and offsets have four bytes. One person's storage is limited to far less. */
const largest = 0xffffffff;

/** Sizes follow the content, and names are UTF-8 (APPNOTE 4.4.4). */
const flags = 0x0808;

const noDate = 0x0021;

/** Returns date and time in the format of archives, in UTC (APPNOTE 4.4.6). */
function dosTime(at: Date): { date: number; time: number } {
  const year = at.getUTCFullYear();
  if (year < 1980 || year > 2107) return { date: noDate, time: 0 };
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

function localHeader(name: Buffer, at: Date): Buffer {
  const { date, time } = dosTime(at);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor(crc: number, size: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(size, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function tableEntry(name: Buffer, at: Date, facts: { crc: number; size: number; start: number }): Buffer {
  const { date, time } = dosTime(at);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(time, 12);
  entry.writeUInt16LE(date, 14);
  entry.writeUInt32LE(facts.crc, 16);
  entry.writeUInt32LE(facts.size, 20);
  entry.writeUInt32LE(facts.size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(facts.start, 42);
  return Buffer.concat([entry, name]);
}

function archiveEnd(count: number, tableSize: number, tableStart: number): Buffer {
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(tableSize, 12);
  end.writeUInt32LE(tableStart, 16);
  return end;
}

/**
 * Yields an archive from `zipStream`, with more files appended. It is passed on as it is read: a large film is in memory only in
 * parts.
 * @throws the errors of reading the files, and Error for an archive of another form
 */
export async function* appendToZip(
  pieces: AsyncIterable<Buffer>,
  files: AsyncIterable<AppendedFile>,
): AsyncGenerator<Buffer> {
  const held: Buffer[] = [];
  let heldBytes = 0;
  let position = 0;
  for await (const piece of pieces) {
    held.push(piece);
    heldBytes += piece.length;
    for (let first = held[0]; first && heldBytes - first.length >= tailBytes; first = held[0]) {
      held.shift();
      heldBytes -= first.length;
      position += first.length;
      yield first;
    }
  }
  const tail = Buffer.concat(held);
  const end = tail.length - endBytes;
  if (end < 0 || tail.readUInt32LE(end) !== 0x06054b50) throw new Error('An archive without an end');
  let count = tail.readUInt16LE(end + 10);
  const tableStart = tail.readUInt32LE(end + 16) - position;
  if (tableStart < 0) throw new Error('An archive with too long a table');
  const table: Buffer[] = [tail.subarray(tableStart, end)];
  yield tail.subarray(0, tableStart);
  position += tableStart;
  for await (const { name: text, at, content } of files) {
    const name = Buffer.from(text, 'utf8');
    const start = position;
    const header = localHeader(name, at);
    yield header;
    let crc = 0;
    let size = 0;
    for await (const chunk of content) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
    yield descriptor(crc, size);
    position += header.length + size + 16;
    if (position > largest) throw new Error('An archive that is too large');
    table.push(tableEntry(name, at, { crc, size, start }));
    count += 1;
  }
  const whole = Buffer.concat(table);
  yield whole;
  yield archiveEnd(count, whole.length, position);
}
