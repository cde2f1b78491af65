import { archiveEnd } from './archive-end.ts';
import type { ContentProblem } from './file-reader.ts';

/** Largest number of a regular sector; larger numbers have special meanings ([MS-CFB] 2.1). */
const regularAtMost = 0xfffffffa;

const headerBytes = 512;
const entryBytes = 128;

/** Maximum number of entries in a directory, empty ones included: Word writes some dozens. */
const entriesAtMost = 5_000;

type Entry = { name: string; start: number; size: number };

type Compound = { sectorBytes: number; sector(number: number): Buffer; next(number: number): number };

class BrokenFile extends Error {}

function openCompound(content: Buffer): Compound {
  const shift = content.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw new BrokenFile();
  const sectorBytes = 1 << shift;
  const sector = (number: number): Buffer => {
    const at = (number + 1) * sectorBytes;
    if (number > regularAtMost || at >= content.length) throw new BrokenFile();
    return content.subarray(at, at + sectorBytes);
  };
  const fat: number[] = [];
  for (let at = 76; at < headerBytes; at += 4) fat.push(content.readUInt32LE(at));
  const numbersInSector = sectorBytes / 4;
  // Files of more than seven megabytes have more tables than fit in the header; those are in a chain of their own.
  let more = content.readUInt32LE(68);
  for (let seen = 0; more <= regularAtMost && seen < 10_000; seen += 1) {
    const table = sector(more);
    for (let index = 0; index < numbersInSector - 1; index += 1) fat.push(table.readUInt32LE(index * 4));
    more = table.readUInt32LE((numbersInSector - 1) * 4);
  }
  return {
    sectorBytes,
    sector,
    next(number) {
      const table = fat[Math.floor(number / numbersInSector)];
      if (table === undefined) throw new BrokenFile();
      return sector(table).readUInt32LE((number % numbersInSector) * 4);
    },
  };
}

function entriesOf(content: Buffer, file: Compound): Entry[] {
  const entries: Entry[] = [];
  let read = 0;
  for (let number = content.readUInt32LE(48); number <= regularAtMost; number = file.next(number)) {
    const sector = file.sector(number);
    for (let at = 0; at + entryBytes <= sector.length; at += entryBytes) {
      // Empty entries count too, because a directory can be its own continuation.
      read += 1;
      const length = Math.min(64, sector.readUInt16LE(at + 64));
      if (length < 2) continue;
      const name = sector.toString('utf16le', at, at + length - 2);
      entries.push({ name, start: sector.readUInt32LE(at + 116), size: sector.readUInt32LE(at + 120) });
    }
    if (read > entriesAtMost) throw new BrokenFile();
  }
  return entries;
}

const macroNames = new Set(['macros', 'vba', '_vba_project', '_vba_project_cur', 'projectwm']);
const encryptionNames = new Set(['encryptedpackage', 'encryptioninfo', 'encryption']);
/** Entries that contain a whole file of another program. */
const packageNames = new Set(['\u0001ole10native', 'package']);

/** Whether Word's own header marks the text as encrypted ([MS-DOC] 2.5.2, fEncrypted). */
function isEncrypted(file: Compound, { start }: Entry): boolean {
  const head = file.sector(start);
  if (head.readUInt16LE(0) !== 0xa5ec) throw new BrokenFile();
  return (head.readUInt16LE(10) & 0x0100) !== 0;
}

/** Returns what is wrong with a file that begins as a document of Word 97 to 2003; null for nothing. */
export function problemOfWord97(content: Buffer): ContentProblem | null {
  if (archiveEnd(content) !== -1) return 'unsafe';
  try {
    const file = openCompound(content);
    const entries = entriesOf(content, file);
    const has = (names: ReadonlySet<string>) => entries.some(({ name }) => names.has(name.toLowerCase()));
    if (has(encryptionNames)) return 'encrypted';
    if (has(macroNames)) return 'macros';
    if (has(packageNames)) return 'unsafe';
    const text = entries.find(({ name }) => name === 'WordDocument');
    if (!text) return 'contentDiffers';
    return isEncrypted(file, text) ? 'encrypted' : null;
  } catch (error) {
    if (error instanceof BrokenFile || error instanceof RangeError) return 'contentDiffers';
    throw error;
  }
}
