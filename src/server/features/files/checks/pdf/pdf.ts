import { archiveEnd } from '../archive-end.ts';
import type { ContentProblem } from '../file-reader.ts';
import { createPdfInspector } from './inspector.ts';

/** Number of bytes at the end of a PDF that must contain its end marker. */
const endWithin = 2_048;

const encrypt = Buffer.from('/Encrypt');

/** Whether a trailer has an encryption dictionary: a reference or a dictionary after `/Encrypt` (ISO 32000-2, 7.5.5). */
function isEncrypted(content: Buffer): boolean {
  for (let at = content.indexOf(encrypt); at !== -1; at = content.indexOf(encrypt, at + 1)) {
    const after = content.toString('latin1', at + encrypt.length, at + encrypt.length + 40);
    if (/^\s*(\d+\s+\d+\s+R\b|<<)/.test(after)) return true;
  }
  return false;
}

/** Returns the length without blank bytes at the end, which some programs add. */
function endOf(content: Buffer): number {
  let end = content.length;
  while (end > 0 && [0, 9, 10, 13, 26, 32].includes(content[end - 1] as number)) end -= 1;
  return end;
}

const inspector = createPdfInspector();

/**
 * Returns what is wrong with a file that begins as a PDF (D-20); null for nothing.
 * @throws AppError `unavailable` if too many wait
 */
export async function problemOfPdf(content: Buffer): Promise<ContentProblem | null> {
  const end = endOf(content);
  const tail = content.subarray(Math.max(0, end - endWithin), end);
  // Two files in one: a PDF reader opens it as a PDF, another program as an archive.
  if (archiveEnd(content) !== -1) return 'unsafe';
  if (!tail.includes('%%EOF') || !content.includes('startxref')) return 'contentDiffers';
  return isEncrypted(content) ? 'encrypted' : inspector.inspect(content);
}
