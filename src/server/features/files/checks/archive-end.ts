const signature = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

/** Bytes of the record at the end of a zip without its comment, and the longest comment. */
const recordBytes = 22;
const longestComment = 0xffff;

/** Returns the offset of the record that ends a zip (APPNOTE 4.3.16); -1 if no program opens the file as a zip. */
export function archiveEnd(content: Buffer): number {
  const first = Math.max(0, content.length - recordBytes - longestComment);
  for (let at = content.length - recordBytes; at >= first;) {
    const found = content.lastIndexOf(signature, at);
    if (found < first) return -1;
    if (found + recordBytes + content.readUInt16LE(found + 20) <= content.length) return found;
    at = found - 1;
  }
  return -1;
}
