/** How many bytes tell UTF-16 without a mark before it. */
export const headBytes = 512;

/** UTF-16 by its mark, or because every second byte of Latin text is zero; null for anything else. */
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
 * The encoding of bytes with letters beyond ASCII; null where all are ASCII, which both encodings read alike. Excel's "CSV" is
 * Windows-1252, its "CSV UTF-8" and most other programs' files are UTF-8. The last character may be cut off.
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
