/** Number of bytes that are enough to detect UTF-16 without a byte order mark. */
export const headBytes = 512;

/** Detects UTF-16 by its byte order mark, or because every second byte of Latin text is zero; null for anything else. */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const even = head.filter((byte, at) => byte === 0 && at % 2 === 0).length;
  const odd = head.filter((byte, at) => byte === 0 && at % 2 === 1).length;
  if (odd > head.length / 8 && odd > even) return 'utf-16le';
  return even > head.length / 8 ? 'utf-16be' : null;
}

/**
 * Returns the encoding of bytes with non-ASCII letters; null if all are ASCII, which both encodings decode alike. Excel's "CSV"
 * is Windows-1252, its "CSV UTF-8" and most other programs' files are UTF-8. The last character may be cut off.
 */
export function eightBitOf(bytes: Uint8Array): 'utf-8' | 'windows-1252' | null {
  if (bytes.every((byte) => byte < 0x80)) return null;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
