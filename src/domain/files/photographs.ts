import * as z from 'zod/mini';
import type { FieldError } from '../errors.ts';
import { kindOfContent } from './content.ts';
import { sizeInWords } from './limits.ts';

const megabyte = 1024 * 1024;

/**
 * Limits of the photographs that become one document: number of pages, size of one and of all, in bytes. A telephone's photograph has
 * 3 to 6 MB.
 */
export const photographLimits = { pages: 20, bytes: 15 * megabyte, allBytes: 120 * megabyte };

/** Clockwise turns of an upright photograph, in degrees. */
export const turns = [0, 90, 180, 270] as const;

export type Turn = (typeof turns)[number];

/** Part of the turned photograph that is cut off at each edge, in percent of its width or height. */
export type Crop = { top: number; right: number; bottom: number; left: number };

export type Edge = keyof Crop;

export const edges: readonly Edge[] = ['top', 'right', 'bottom', 'left'];

/** How a photograph becomes a page. */
export type PageView = { turn: Turn; crop: Crop };

/** A photograph of an unfinished document. `number` identifies it, is never used again there, and does not change with the order. */
export type PhotographedPage = PageView & { number: number; size: number };

export const uncropped: Crop = { top: 0, right: 0, bottom: 0, left: 0 };

/** Smallest part of the width and of the height that a crop leaves, in percent. */
export const smallestLeft = 10;

/** Highest number of a page of one document, so also of photographs taken for it. */
const highestNumber = 9_999;

const opposite: Readonly<Record<Edge, Edge>> = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' };

const percent = z.int().check(z.minimum(0), z.maximum(100 - smallestLeft));

const shape = z.strictObject({
  number: z.int().check(z.minimum(1), z.maximum(highestNumber)),
  size: z.int().check(z.minimum(1), z.maximum(photographLimits.bytes)),
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  crop: z.strictObject({ top: percent, right: percent, bottom: percent, left: percent }).check(
    z.refine(({ top, right, bottom, left }) => {
      return top + bottom <= 100 - smallestLeft && left + right <= 100 - smallestLeft;
    }),
  ),
});

/** Schema of the pages of an unfinished document, in their order. */
export const photographedPages = z.array(shape).check(
  z.maxLength(photographLimits.pages),
  z.refine((pages) => new Set(pages.map(({ number }) => number)).size === pages.length),
  z.refine((pages) => bytesOfPages(pages) <= photographLimits.allBytes),
);

/** Returns the size of all photographs, in bytes. */
export const bytesOfPages = (pages: readonly Pick<PhotographedPage, 'size'>[]): number =>
  pages.reduce((sum, { size }) => sum + size, 0);

/** Returns the crop with another value at one edge, in whole percent, limited so that enough of the photograph is left. */
export function withCrop(crop: Crop, edge: Edge, value: number): Crop {
  const most = 100 - smallestLeft - crop[opposite[edge]];
  const whole = Number.isFinite(value) ? Math.round(value) : crop[edge];
  return { ...crop, [edge]: Math.min(most, Math.max(0, whole)) };
}

/** Turns a page by 90 degrees clockwise. The same part of the photograph stays cut off. */
export function turnedRight<View extends PageView>(page: View): View {
  const { top, right, bottom, left } = page.crop;
  const turn = turns[(turns.indexOf(page.turn) + 1) % turns.length] as Turn;
  return { ...page, turn, crop: { top: left, right: top, bottom: right, left: bottom } };
}

/** Moves an item of a list by `by` places; returns the list unchanged if there is no such place. */
export function moved<Item>(items: readonly Item[], at: number, by: number): readonly Item[] {
  const to = at + by;
  const item = items[at];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(at, 1).toSpliced(to, 0, item);
}

/**
 * Returns what is wrong with a photograph before it is sent; undefined for nothing. `head` has its first bytes, `before` the
 * photographs chosen earlier.
 */
export function problemOfPhotograph(
  { size, head }: { size: number; head: Uint8Array },
  before: readonly Pick<PhotographedPage, 'size'>[],
): FieldError | undefined {
  const kind = kindOfContent(head);
  if (size === 0) return { field: 'file', message: 'error.file.empty' };
  if (kind !== 'jpeg' && kind !== 'png') return { field: 'file', message: 'error.photograph.type' };
  if (size > photographLimits.bytes)
    return {
      field: 'file',
      message: 'error.photograph.tooLarge',
      params: { limit: sizeInWords(photographLimits.bytes), size: sizeInWords(size) },
    };
  if (bytesOfPages(before) + size > photographLimits.allBytes)
    return {
      field: 'file',
      message: 'error.photograph.allTooLarge',
      params: { limit: sizeInWords(photographLimits.allBytes) },
    };
  return undefined;
}

/** Standard deviation of brightness, of 255, below which a photograph shows nothing: a lens cap, a table, an empty sheet. */
const blankDeviation = 6;

/**
 * Whether a photograph shows nearly nothing. `pixels` has four bytes for each pixel (red, green, blue, alpha) of a small copy of it.
 * A single line of writing is enough for false.
 */
export function isNearlyBlank(pixels: ArrayLike<number>): boolean {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const light = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
    count += 1;
    sum += light;
    squares += light * light;
  }
  if (count === 0) return false;
  const mean = sum / count;
  return Math.sqrt(Math.max(0, squares / count - mean * mean)) < blankDeviation;
}
