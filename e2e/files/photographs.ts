import sharp from 'sharp';
import { photographLimits } from '../../src/domain/files/photographs.ts';
import type { Given } from '../screens/files-page.ts';

/** Photographs as telephones take them. */

const jpeg = (name: string, buffer: Buffer): Given => ({ name, mimeType: 'image/jpeg', buffer });

/** A photograph of a page with writing, on a dark table. `orientation` is that of its EXIF data: 6 for an upright telephone. */
export async function pagePhoto(name: string, words = name, orientation = 1): Promise<Given> {
  const [width, height] = [900, 1_200];
  const line = (at: number) =>
    `<rect x="150" y="${260 + at * 46}" width="${560 - ((at * 97) % 190)}" height="14" fill="#333"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#5b4a3a"/>
    <rect x="80" y="70" width="740" height="1060" fill="#f7f5ee"/>
    <text x="150" y="190" font-size="56" font-family="sans-serif">${words}</text>
    ${Array.from({ length: 17 }, (_, at) => line(at)).join('')}</svg>`;
  const upright = await sharp(Buffer.from(drawing)).png().toBuffer();
  // The sensor of a telephone that is held upright lies on its side.
  const sensor = orientation === 6 ? await sharp(upright).rotate(270).png().toBuffer() : upright;
  return jpeg(name, await sharp(sensor).jpeg({ quality: 85 }).withMetadata({ orientation }).toBuffer());
}

/** A photograph without content. */
export const blankPhoto = async (name = 'Nothing.jpg'): Promise<Given> =>
  jpeg(
    name,
    await sharp({ create: { width: 600, height: 800, channels: 3, background: '#d8d4cc' } })
      .jpeg()
      .toBuffer(),
  );

/** A photograph of this size: larger than any camera's. */
export const hugePhoto = async (name: string, megabytes: number): Promise<Given> => {
  const { buffer } = await blankPhoto(name);
  return jpeg(name, Buffer.concat([buffer, Buffer.alloc(megabytes * 1024 * 1024 - buffer.length)]));
};

/** More photographs than one document has pages. */
export const manyPhotos = (count = 2 * photographLimits.pages): Promise<Given[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => pagePhoto(`Page ${at + 1}.jpg`)));
