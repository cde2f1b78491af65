import sharp from 'sharp';
import { AppError } from '../../../domain/errors.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';

const prefix = 'data:image/png;base64,';
const maxSide = 2400;

/** The bytes of a PNG data URL; null when it is not one. */
export function pngOf(dataUrl: string): Buffer | null {
  return dataUrl.startsWith(prefix) ? Buffer.from(dataUrl.slice(prefix.length), 'base64') : null;
}

/**
 * Decodes a drawn or typed signature and encodes it again, so that nothing but its picture is kept:
 * no metadata, no bytes after the end, no picture that asks for more memory than a signature needs.
 * @returns a PNG data URL
 * @throws AppError `invalid` at `signatureImage`
 */
export async function cleanSignature(dataUrl: string): Promise<string> {
  assertOutsideTransaction('Encoding a signature');
  const refuse = () =>
    new AppError('invalid', {
      fields: [{ field: 'signatureImage', message: 'signatureImage.error.required' }],
    });
  const bytes = pngOf(dataUrl);
  if (!bytes || bytes.length < 8 || bytes.readUInt32BE(0) !== 0x89504e47) throw refuse();
  try {
    const picture = sharp(bytes, { limitInputPixels: maxSide * maxSide, failOn: 'error' });
    const { width, height, format } = await picture.metadata();
    if (format !== 'png' || width > maxSide || height > maxSide) throw refuse();
    const png = await picture
      .resize({ width: 1200, withoutEnlargement: true })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer();
    return prefix + png.toString('base64');
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse();
  }
}
