import type { FileCategory } from './categories.ts';

const megabyte = 1024 * 1024;

/** Maximum size of documents and of videos, in bytes. */
export type SizeLimits = { document: number; video: number };

/** Limits of a signed-in person (GAP-62). */
export const sizeLimits: SizeLimits = { document: 25 * megabyte, video: 500 * megabyte };

/** Limits of a visitor before signing up (GAP-113). */
export const guestSizeLimits: SizeLimits = { document: 10 * megabyte, video: 50 * megabyte };

/** Maximum number of files chosen together (GAP-62). */
export const filesAtOnce: Readonly<Record<FileCategory, number>> = {
  ACP: 1,
  ADDITIONAL_DOCUMENT: 5,
  WISHES: 1,
};

/** Returns the maximum size of a file of a category, in bytes. */
export const maxBytesOf = (category: FileCategory, limits: SizeLimits = sizeLimits): number =>
  category === 'WISHES' ? limits.video : limits.document;

/** Formats a size for errors and hints: '25 MB'. */
export const sizeInWords = (bytes: number): string =>
  bytes >= megabyte ? `${Math.floor(bytes / megabyte)} MB` : `${Math.max(1, Math.ceil(bytes / 1024))} KB`;

/**
 * Size of the parts of a file in bytes; the last one has the rest. Every proxy that accepts a picture accepts a part, and a part
 * arrives in time on a line of 140 kbit/s.
 */
export const partBytes = 2 * megabyte;

/** Returns the number of parts of a file. */
export const partsOf = (size: number): number => Math.ceil(size / partBytes);

/** Returns the size of one part in bytes, counted from 1; 0 for a part that the file does not have. */
export const bytesOfPart = (size: number, part: number): number =>
  Math.max(0, Math.min(partBytes, size - (part - 1) * partBytes));

/** Storage quota of one person. Unfinished uploads have a separate limit. */
export const quota = { bytes: 2 * 1024 * megabyte, files: 500 };

/** Maximum number of unfinished uploads of one person. */
export const unfinishedAtMost = 10;

/** Number of hours for which an upload can be continued. */
export const uploadHours = 48;

/** Lifetime of a download link, in seconds (D-20). */
export const linkSeconds = 60;

/** Maximum length of a note about a file, in characters. */
export const noteMax = 500;
