import jsQr from 'jsqr';
import sharp from 'sharp';

/**
 * Reads the single QR code in a picture (PNG, JPEG or SVG), as a telephone's camera would.
 * @throws Error when there is no readable code
 */
export async function readCode(picture: Uint8Array): Promise<string> {
  const { data, info } = await sharp(picture, { density: 200 })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = jsQr(new Uint8ClampedArray(data), info.width, info.height);
  if (!found) throw new Error('There is no code that can be read');
  return found.data;
}
