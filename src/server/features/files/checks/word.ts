import { createInflateRaw } from 'node:zlib';
import type { ContentProblem } from './file-reader.ts';
import { StrangeArchive, zipEntries, type ZipEntry } from './zip-entries.ts';

/** Maximum size of all inflated parts of a document, in bytes: far above any letter, far below a decompression bomb. */
const inflatedAtMost = 300 * 1024 * 1024;

/** Maximum size of a part whose content is read (lists of parts and of links), in bytes. */
const readAtMost = 2 * 1024 * 1024;

const macroPart = /(^|\/)(vba(Project|Data)[^/]*|activeX)(\/|\.|$)/i;
const macroDocument = /\.(docm|dotm|xlsm|xltm|xlsb|xlam|pptm|potm|ppsm)$/i;
const program = /\.(exe|dll|com|scr|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|msi|html?|svg|swf)$/i;
const embeddedObject = /(^|\/)embeddings\/[^/]*\.bin$/i;

type Inflated = { bytes: number; text: string };

/** Inflates one part and counts its bytes; keeps its first `keep` bytes. Returns null if it exceeds `limit` or is corrupt. */
async function inflate(
  content: Buffer,
  entry: ZipEntry,
  limit: number,
  keep: number,
): Promise<Inflated | null> {
  const packed = content.subarray(entry.start, entry.end);
  if (entry.method === 0)
    return packed.length > limit ? null : { bytes: packed.length, text: packed.toString('utf8', 0, keep) };
  if (entry.method !== 8) return null;
  const kept: Buffer[] = [];
  let bytes = 0;
  try {
    const inflating = createInflateRaw();
    inflating.end(packed);
    for await (const chunk of inflating as AsyncIterable<Buffer>) {
      if (bytes < keep) kept.push(chunk);
      bytes += chunk.length;
      if (bytes > limit) return null;
    }
  } catch {
    return null;
  }
  return { bytes, text: Buffer.concat(kept).toString('utf8', 0, keep) };
}

/** Whether the relations contain a link that Word follows by itself when it opens the document. */
const loadsFromElsewhere = (relations: string) =>
  (relations.match(/<Relationship\b[^>]*>/g) ?? []).some(
    (each) =>
      /TargetMode\s*=\s*["']External["']/i.test(each) &&
      /Type\s*=\s*["'][^"']*\/(attachedTemplate|oleObject|frame|subDocument|aFChunk)["']/i.test(each) &&
      /Target\s*=\s*["']\s*(https?:|\\\\|mhtml:)/i.test(each),
  );

const isRead = (name: string) => name === '[Content_Types].xml' || name.endsWith('.rels');

async function problemOfParts(content: Buffer, entries: readonly ZipEntry[]): Promise<ContentProblem | null> {
  let left = inflatedAtMost;
  for (const entry of entries) {
    const isText = isRead(entry.name);
    const part = await inflate(
      content,
      entry,
      isText ? Math.min(left, readAtMost) : left,
      isText ? readAtMost : 0,
    );
    if (!part) return 'unsafe';
    left -= part.bytes;
    if (/macroEnabled|vbaProject/i.test(part.text)) return 'macros';
    if (entry.name.endsWith('.rels') && loadsFromElsewhere(part.text)) return 'unsafe';
  }
  return null;
}

/** Returns what is wrong with a file that begins as a zip and should be a Word document; null for nothing. */
export async function problemOfWord(content: Buffer): Promise<ContentProblem | null> {
  let entries: ZipEntry[];
  try {
    entries = zipEntries(content);
  } catch (error) {
    if (error instanceof StrangeArchive) return 'unsafe';
    if (error instanceof RangeError) return 'contentDiffers';
    throw error;
  }
  const names = entries.map(({ name }) => name);
  if (entries.some(({ isEncrypted }) => isEncrypted)) return 'encrypted';
  if (!names.includes('[Content_Types].xml') || !names.includes('word/document.xml')) return 'contentDiffers';
  if (names.some((name) => macroPart.test(name) || macroDocument.test(name))) return 'macros';
  if (names.some((name) => program.test(name) || embeddedObject.test(name))) return 'unsafe';
  return problemOfParts(content, entries);
}
