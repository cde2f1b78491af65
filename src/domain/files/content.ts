import type { FileKind } from './file-types.ts';

/** Number of first bytes that identify the type of a file. */
export const headBytes = 64;

const startsWith = (bytes: Uint8Array, head: readonly number[], at = 0) =>
  head.every((byte, index) => bytes[at + index] === byte);

const latin = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** Brands of the MP4 family that contain only a picture or sound. */
const noVideo = new Set([
  'heic',
  'heix',
  'hevc',
  'heim',
  'heis',
  'mif1',
  'msf1',
  'avif',
  'avis',
  'M4A ',
  'M4B ',
  'crx ',
]);

/** First boxes of films without a `ftyp` box, of early QuickTime. */
const earlyBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip']);

function isVideo(head: Uint8Array): boolean {
  const box = latin(head, 4, 8);
  return box === 'ftyp' ? !noVideo.has(latin(head, 8, 12)) : earlyBoxes.has(box);
}

/**
 * Returns the kind of a file by its first bytes; undefined if it is never accepted. A zip counts as `docx`, an OLE file as `doc`.
 */
export function kindOfContent(head: Uint8Array): FileKind | undefined {
  if (startsWith(head, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf';
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'doc';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return 'docx';
  return head.length >= 12 && isVideo(head) ? 'video' : undefined;
}

/** Whether the content matches the name (D-20). */
export const contentFits = (kind: FileKind, head: Uint8Array): boolean => kindOfContent(head) === kind;
