import type { ContentProblem, FileReader } from './file-reader.ts';

/** Maximum number of top-level boxes in a video. An hour of video in fragments of one second has some thousands. */
const boxesAtMost = 8_000;

/**
 * Returns what is wrong with a file that begins like a video of the MP4 family; null for nothing. Its boxes must follow each
 * other up to the end of the file (ISO 14496-12, 4.2), so that it contains nothing else and nothing is missing, and one must be
 * `moov`.
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
