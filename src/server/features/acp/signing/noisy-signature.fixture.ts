import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Returns a signature that no encoder can compress: noise, as PNG data URL. */
export async function noisySignature(width: number, height: number): Promise<string> {
  const raw = { width, height, channels: 3 } as const;
  const png = await sharp(randomBytes(width * height * 3), { raw })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
