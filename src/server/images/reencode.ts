import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../domain/errors.ts';
import { pictureMaxBytes, pictureTypes, type PictureType } from '../../domain/accounts/pictures.ts';
import { assertOutsideTransaction } from '../db/outside-transaction.ts';
import { concurrencyLimit } from '../pipeline/limits/concurrency-limit.ts';
import { pixelsOfBmp } from './bitmap.ts';

/** A picture as it is stored: encoded again, without any bytes of the sent file. */
export type Picture = { type: 'image/webp'; content: Buffer };

/** Maximum number of pixels: larger pictures are refused before they are decoded, because they would need too much memory. */
export const maxPixels = 50_000_000;

/** Timeout for encoding one picture, in seconds. */
export const patience = 10;

// No picture is encoded twice, so the cache is off. By default the library keeps the last hundred steps with all their pixels:
// 150 MB for each progressive JPEG of fifty million.
sharp.cache(false);

/** A picture of maximum size takes 150 MB while it is encoded; an ordinary portrait takes a tenth of a second. */
export const oneByOne = concurrencyLimit({ atOnce: 1, waitingAtMost: 20 });

const dataUrl = /^data:(image\/[a-z+.-]{1,20});base64,([A-Za-z0-9+/]+={0,2})$/;

/** The first bytes of a file of each type. `RIFF....WEBP` is recognised below. */
const heads = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': Buffer.from('RIFF'),
  'image/bmp': Buffer.from('BM'),
} as const satisfies Record<PictureType, Buffer>;

function isOfType(content: Buffer, type: PictureType): boolean {
  const head = heads[type];
  if (!content.subarray(0, head.length).equals(head)) return false;
  return type !== 'image/webp' || content.subarray(8, 12).toString('latin1') === 'WEBP';
}

/** Rules of one field: the longest side in pixels, the field of errors, and the accepted types. */
export type Reencoding = { longest: number; field?: string; types?: readonly PictureType[] };

/**
 * Reads a picture from a data URL and encodes it again as WebP, no side longer than `longest`: upright, without metadata, without
 * bytes after the picture. The bytes determine the type, and must match the declared type (D-20). Animated pictures, SVG and
 * pictures of more than fifty million pixels are refused.
 * @throws AppError `invalid` at `field` (without one: `picture`), `unavailable` when too many wait
 */
export async function reencodePicture(
  sent: string,
  { longest, field = 'picture', types = pictureTypes }: Reencoding,
): Promise<Picture> {
  assertOutsideTransaction('Encoding a picture');
  const refuse = (
    message: 'file_type_not_allowed' | 'file_size_too_large' | 'fileValidation',
    cause?: unknown,
  ) =>
    new AppError('invalid', {
      fields: [{ field, message: `error.${message}`, params: paramsOf(types) }],
      cause,
    });
  // Four characters encode three bytes. The length is checked before the text is processed.
  if (sent.length > Math.ceil(pictureMaxBytes / 3) * 4 + 64) throw refuse('file_size_too_large');
  const [, named, encoded = ''] = dataUrl.exec(sent) ?? [];
  const type = types.find((known) => known === named);
  if (!type) throw refuse('file_type_not_allowed');
  const content = Buffer.from(encoded, 'base64');
  if (content.length > pictureMaxBytes) throw refuse('file_size_too_large');
  if (!isOfType(content, type)) throw refuse('file_type_not_allowed');
  return oneByOne(async () => {
    try {
      return { type: 'image/webp', content: await draw(content, type, longest) };
    } catch (error) {
      throw refuse('fileValidation', error);
    }
  });
}

async function draw(content: Buffer, type: PictureType, longest: number): Promise<Buffer> {
  const picture = await open(content, type);
  return picture
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .timeout({ seconds: patience })
    .toBuffer();
}

/** Opens a picture in its original size. Throws if it is broken, too large or animated. */
export async function open(content: Buffer, type: PictureType): Promise<Sharp> {
  if (type === 'image/bmp') {
    const { pixels, width, height } = pixelsOfBmp(content, maxPixels);
    return sharp(pixels, { raw: { width, height, channels: 3 } });
  }
  const picture = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' });
  const { format, pages = 1 } = await picture.metadata();
  if (`image/${format}` !== type || pages > 1) throw new Error('Not a still picture of its type');
  return picture.autoOrient();
}

/** A photographed or scanned paper, encoded again in its own type and size. */
export type Paper = { content: Buffer } | { problem: 'pictureTooBig' | 'broken' };

/**
 * Encodes the picture of a paper again: upright, without metadata, without bytes after the picture, in its original size (D-20).
 * @throws AppError `unavailable` when too many wait
 */
export function reencodePaper(sent: Buffer, type: 'image/jpeg' | 'image/png'): Promise<Paper> {
  assertOutsideTransaction('Encoding a picture');
  return oneByOne(async () => {
    try {
      const { width, height } = await sharp(sent, { limitInputPixels: false }).metadata();
      if (width * height > maxPixels) return { problem: 'pictureTooBig' };
      const picture = (await open(sent, type)).timeout({ seconds: patience });
      const drawn = type === 'image/png' ? picture.png() : picture.jpeg({ quality: 88 });
      return { content: await drawn.toBuffer() };
    } catch {
      return { problem: 'broken' };
    }
  });
}

const names: Readonly<Record<PictureType, string>> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/bmp': 'BMP',
};

const paramsOf = (types: readonly PictureType[]) => ({
  types: types.map((type) => names[type]).join(', '),
  limit: `${pictureMaxBytes / 1024 / 1024} MB`,
});

/** Longest side of a picture on a page, in pixels: 200 dots per inch on A4. */
const longestOnPage = 2_340;

/**
 * Encodes the picture of a paper as a JPEG for a page: upright, on white, at most as large as print needs. Null if it cannot be read.
 * @throws AppError `unavailable` when too many wait
 */
export function pictureForPage(content: Buffer, type: 'image/jpeg' | 'image/png'): Promise<Buffer | null> {
  assertOutsideTransaction('Encoding a picture');
  return oneByOne(async () => {
    try {
      const picture = await open(content, type);
      return await picture
        .resize({ width: longestOnPage, height: longestOnPage, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 82 })
        .timeout({ seconds: patience })
        .toBuffer();
    } catch {
      return null;
    }
  });
}
