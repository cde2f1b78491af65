import type { ContentProblem, FileReader } from './file-reader.ts';

/** Boxes at the top of a film at most. A film of an hour in pieces of a second has some thousands. */
const boxesAtMost = 8_000;

/**
 * What is wrong with a file that begins as a film of the MP4 family: its boxes must follow each other to the very end (ISO
 * 14496-12, 4.2), so that nothing else stands in it and nothing is missing, and one of them says what the film is.
 */
export async function problemOfVideo({ size, read }: FileReader): Promise<ContentProblem | null> {
  let hasFilm = false;
  let boxes = 0;
  for (let at = 0; at < size; boxes += 1) {
    const head = await read(at, at + 16);
    if (head.length < 8 || boxes === boxesAtMost) return 'contentDiffers';
    const type = head.toString('latin1', 4, 8);
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return 'contentDiffers';
    const named = head.readUInt32BE(0);
    if (named === 1 && head.length < 16) return 'contentDiffers';
    const length = named === 0 ? size - at : named === 1 ? Number(head.readBigUInt64BE(8)) : named;
    if (length < (named === 1 ? 16 : 8) || at + length > size) return 'contentDiffers';
    hasFilm ||= type === 'moov';
    at += length;
  }
  return hasFilm ? null : 'contentDiffers';
}
