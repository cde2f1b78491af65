import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../../../domain/errors.ts';
import { typedNameIn, withTypedName } from '../../../../domain/plan/signature/typed-signature.ts';
import { assertOutsideTransaction } from '../../../db/outside-transaction.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';

const prefix = 'data:image/png;base64,';

/** Maximum side of an accepted picture, in pixels. */
const maxSide = 2_400;

/** Maximum size of a stored signature, in bytes. */
export const keptBytes = 60_000;

/**
 * From good to small: the longest side in pixels and the number of colours. The last one is below the limit for every drawing.
 */
const sizes = [
  { side: 1_200, colours: 64 },
  { side: 1_200, colours: 16 },
  { side: 800, colours: 4 },
  { side: 600, colours: 2 },
] as const;

/** Timeout for encoding in one size, in seconds. */
const patience = 5;

const limited = concurrencyLimit({ atOnce: 1, waitingAtMost: 50 });

const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 20 });

/** Returns the bytes of a PNG data URL; null for any other text. */
export function pngOf(dataUrl: string): Buffer | null {
  return dataUrl.startsWith(prefix) ? Buffer.from(dataUrl.slice(prefix.length), 'base64') : null;
}

/** Returns the picture of a stored signature, and the typed name in it if it was typed. */
export function signaturePictureOf(dataUrl: string | undefined): { png: Buffer | null; typedName?: string } {
  const png = pngOf(dataUrl ?? '');
  const typedName = png && typedNameIn(png);
  return typedName ? { png, typedName } : { png };
}

/**
 * Decodes a drawn or typed signature and encodes it again, so that only its picture and a typed name are stored: no other metadata,
 * no bytes after the end, no side above 1,200 pixels, at most 60 kB. Larger ones get fewer colours and pixels; no signature is refused
 * because of its encoded size. One at a time for each person, and one at a time in total.
 * @returns a PNG data URL
 * @throws AppError `invalid` at `signatureImage`; `rate-limited` or `unavailable` when too many wait
 */
export async function cleanSignature(userId: string, dataUrl: string): Promise<string> {
  assertOutsideTransaction('Encoding a signature');
  const bytes = pngOf(dataUrl);
  if (!bytes || bytes.length < 8 || bytes.readUInt32BE(0) !== 0x89504e47) throw refusal();
  return ofPerson(userId, () =>
    limited(async () => {
      try {
        return prefix + (await encode(bytes)).toString('base64');
      } catch (error) {
        throw error instanceof AppError ? error : refusal(error);
      }
    }),
  );
}

const refusal = (cause?: unknown) =>
  new AppError('invalid', {
    fields: [{ field: 'signatureImage', message: 'signatureImage.error.required' }],
    cause,
  });

async function encode(bytes: Buffer): Promise<Buffer> {
  const sent = sharp(bytes, { limitInputPixels: maxSide * maxSide, failOn: 'error' });
  const { width, height, format } = await sent.metadata();
  if (format !== 'png' || width > maxSide || height > maxSide) throw refusal();
  const typedName = typedNameIn(bytes) ?? '';
  let pixels = await fit(sent, sizes[0].side);
  for (const { side, colours } of sizes) {
    if (side < Math.max(pixels.info.width, pixels.info.height)) pixels = await fit(open(pixels), side);
    const png = await open(pixels)
      // At the default effort, noise takes the library ten seconds and more.
      .png({ palette: true, colours, dither: 0, effort: 1, compressionLevel: 9 })
      .timeout({ seconds: patience })
      .toBuffer();
    const whole = withTypedName(png, typedName);
    if (whole.length <= keptBytes) return Buffer.from(whole);
  }
  throw refusal();
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

const fit = (picture: Sharp, side: number): Promise<Pixels> =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw()
    .timeout({ seconds: patience })
    .toBuffer({ resolveWithObject: true });

const open = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });
