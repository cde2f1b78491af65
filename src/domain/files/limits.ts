import type { FileCategory } from './categories.ts';

const megabyte = 1024 * 1024;

/** What one place takes: the largest document and the largest video, in bytes. */
export type SizeLimits = { document: number; video: number };

/** What a signed-in person may send (GAP-62). */
export const sizeLimits: SizeLimits = { document: 25 * megabyte, video: 500 * megabyte };

/** What a visitor may send before signing up (GAP-113). */
export const guestSizeLimits: SizeLimits = { document: 10 * megabyte, video: 50 * megabyte };

/** How many files may be chosen in one go (GAP-62). */
export const filesAtOnce: Readonly<Record<FileCategory, number>> = {
  ACP: 1,
  ADDITIONAL_DOCUMENT: 5,
  WISHES: 1,
};

/** The largest file of a category, in bytes. */
export const maxBytesOf = (category: FileCategory, limits: SizeLimits = sizeLimits): number =>
  category === 'WISHES' ? limits.video : limits.document;

/** A size as it is said in errors and hints: '25 MB'. */
export const sizeInWords = (bytes: number): string =>
  bytes >= megabyte ? `${Math.floor(bytes / megabyte)} MB` : `${Math.max(1, Math.ceil(bytes / 1024))} KB`;

/**
 * Bytes of each part in which a file is sent; the last one has the rest. A part passes every proxy that a picture passes, and arrives
 * in time over a line of 140 kbit/s.
 */
export const partBytes = 2 * megabyte;

/** How many parts a file has. */
export const partsOf = (size: number): number => Math.ceil(size / partBytes);

/** Bytes of one part, counted from 1; 0 for a part that the file does not have. */
export const bytesOfPart = (size: number, part: number): number =>
  Math.max(0, Math.min(partBytes, size - (part - 1) * partBytes));

/** What one person may keep. Unfinished uploads have a limit of their own. */
export const quota = { bytes: 2 * 1024 * megabyte, files: 500 };

/** Uploads that one person may have begun and not finished. */
export const unfinishedAtMost = 10;

/** How long an upload may be gone on with, in hours. */
export const uploadHours = 48;

/** How long a download link works, in seconds (D-20). */
export const linkSeconds = 60;

/** The longest note about a file, in characters. */
export const noteMax = 500;
