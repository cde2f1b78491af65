/** Maximum length of a typed signature, in characters. */
export const longestTypedName = 120;

const keyword = 'Wattle typed name';

/** Length of a PNG's first bytes, which are the same in every PNG. */
const headLength = 8;

/**
 * Returns a typed signature as it is stored: with single spaces, without control characters and marks that reorder letters. Null if
 * nothing remains, or if it is too long.
 */
export function typedNameFrom(words: string): string | null {
  const name = words
    .toWellFormed()
    // Joiners change how letters of names in Arabic and Indian scripts are joined.
    .replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC');
  const isBlank = !/[^\s\u200C\u200D]/.test(name);
  return isBlank || name.length > longestTypedName ? null : name;
}

/**
 * Adds a typed name to the picture of a typed signature, as a text chunk of the PNG, which programs that show the picture ignore.
 * Paper is typeset from it, and pages say that the signature was typed. Returns the picture unchanged if it is no PNG or the name
 * cannot be stored. Source: PNG specification, third edition, 11.3.3.2.
 */
export function withTypedName(png: Uint8Array, words: string): Uint8Array {
  const name = typedNameFrom(words);
  const end = chunksOf(png).find(({ type }) => type === 'IEND');
  if (name === null || !end) return png;
  const chunk = textChunk(`${keyword}\0${encodeURIComponent(name)}`);
  const marked = new Uint8Array(png.length + chunk.length);
  marked.set(png.subarray(0, end.start));
  marked.set(chunk, end.start);
  marked.set(png.subarray(end.start), end.start + chunk.length);
  return marked;
}

/** Returns the typed name in the picture of a signature; null for a drawn one, and for anything else. */
export function typedNameIn(png: Uint8Array): string | null {
  for (const { type, content } of chunksOf(png)) {
    if (type !== 'tEXt') continue;
    const [key, value = ''] = latin(content).split('\0');
    if (key !== keyword) continue;
    try {
      const name = decodeURIComponent(value);
      return typedNameFrom(name) === name ? name : null;
    } catch {
      return null;
    }
  }
  return null;
}

type Chunk = { type: string; start: number; content: Uint8Array };

/** Returns the chunks of a PNG up to its end; none for other bytes. A damaged one has those before the damage. */
function chunksOf(png: Uint8Array): Chunk[] {
  const chunks: Chunk[] = [];
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.length < headLength || view.getUint32(0) !== 0x89_50_4e_47) return chunks;
  let start = headLength;
  while (start + 12 <= png.length) {
    const length = view.getUint32(start);
    if (start + 12 + length > png.length) break;
    const type = latin(png.subarray(start + 4, start + 8));
    chunks.push({ type, start, content: png.subarray(start + 8, start + 8 + length) });
    if (type === 'IEND') break;
    start += 12 + length;
  }
  return chunks;
}

function textChunk(content: string): Uint8Array {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  [...`tEXt${content}`].forEach((character, index) =>
    chunk.fill(character.charCodeAt(0), index + 4, index + 5),
  );
  view.setUint32(content.length + 8, checksumOf(chunk.subarray(4, content.length + 8)));
  return chunk;
}

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 4_000));

/** CRC-32 as in ISO 3309, which each chunk of a PNG ends with. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xed_b8_83_20 : sum >>> 1;
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}
