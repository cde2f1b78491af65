import sharp from 'sharp';
import type { PageView } from '../../domain/files/photographs.ts';
import { assertOutsideTransaction } from '../db/outside-transaction.ts';
import { maxPixels, oneByOne, open, patience } from './reencode.ts';

/** A drawn photograph: a JPEG without any bytes of the sent file; or why it cannot be drawn. */
export type DrawnPage = { content: Buffer } | { problem: 'pictureTooBig' | 'broken' };

/** Longest side of a page, in pixels: 170 dots per inch on A4, enough for small print and handwriting. */
const longestOfPage = 2_000;

/** Longest side of a picture on the screen, in pixels. */
const longestOfPreview = 1_200;

/** JPEG qualities, from the first to the last that is tried. The last one keeps even a page of noise small. */
const qualities = [80, 65, 50, 35];

type Pixels = { data: Buffer; width: number; height: number };

/** Returns the pixels of an upright, turned and cropped photograph on white, no side longer than `longest`. */
async function pixelsOf(
  sent: Buffer,
  type: 'image/jpeg' | 'image/png',
  { turn, crop }: PageView,
  longest: number,
): Promise<Pixels> {
  const upright = await open(sent, type);
  // Before the turn the picture may still be twice as large as the page, since the crop removes at most nine tenths of each side.
  const { data, info } = await upright
    .resize({ width: 2 * longest, height: 2 * longest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .timeout({ seconds: patience })
    .toBuffer({ resolveWithObject: true });
  const raw = (from: { width: number; height: number }) => ({ raw: { ...from, channels: info.channels } });
  const turned = await sharp(data, raw(info)).rotate(turn).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = turned.info;
  const [left, top] = [Math.floor((width * crop.left) / 100), Math.floor((height * crop.top) / 100)];
  const cropped = await sharp(turned.data, raw(turned.info))
    .extract({
      left,
      top,
      width: Math.max(1, width - left - Math.floor((width * crop.right) / 100)),
      height: Math.max(1, height - top - Math.floor((height * crop.bottom) / 100)),
    })
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: cropped.data, width: cropped.info.width, height: cropped.info.height };
}

async function draw(
  sent: Buffer,
  type: 'image/jpeg' | 'image/png',
  view: PageView,
  { longest, bytesAtMost }: { longest: number; bytesAtMost: number },
): Promise<DrawnPage> {
  try {
    const { width, height } = await sharp(sent, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return { problem: 'pictureTooBig' };
    const pixels = await pixelsOf(sent, type, view, longest);
    let content = Buffer.alloc(0);
    for (const quality of qualities) {
      content = await sharp(pixels.data, {
        raw: { width: pixels.width, height: pixels.height, channels: 3 },
      })
        .jpeg({ quality })
        .timeout({ seconds: patience })
        .toBuffer();
      if (content.length <= bytesAtMost) break;
    }
    return { content };
  } catch {
    return { problem: 'broken' };
  }
}

/**
 * Draws a photograph as a page of a document: upright by its own orientation, then turned and cropped, at most 170 dots per inch on A4,
 * without metadata. The quality is lowered until it has at most `bytesAtMost` bytes.
 * @throws AppError `unavailable` when too many wait
 */
export function drawPage(
  sent: Buffer,
  type: 'image/jpeg' | 'image/png',
  view: PageView,
  bytesAtMost: number,
): Promise<DrawnPage> {
  assertOutsideTransaction('Drawing a page');
  return oneByOne(() => draw(sent, type, view, { longest: longestOfPage, bytesAtMost }));
}

/**
 * Draws a photograph for the screen: upright, neither turned nor cropped. Null if it cannot be drawn.
 * @throws AppError `unavailable` when too many wait
 */
export async function previewPage(sent: Buffer, type: 'image/jpeg' | 'image/png'): Promise<Buffer | null> {
  assertOutsideTransaction('Drawing a page');
  const view: PageView = { turn: 0, crop: { top: 0, right: 0, bottom: 0, left: 0 } };
  const limits = { longest: longestOfPreview, bytesAtMost: Number.POSITIVE_INFINITY };
  const drawn = await oneByOne(() => draw(sent, type, view, limits));
  return 'problem' in drawn ? null : drawn.content;
}
