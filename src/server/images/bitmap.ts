/** The pixels of a picture, three bytes each (red, green, blue), row by row from the top. */
export type Pixels = { pixels: Buffer; width: number; height: number };

const headerBytes = 54;

/**
 * Reads an uncompressed Windows bitmap of 24 or 32 bits a pixel, the format that drawing programs write. Its sizes are checked
 * against the number of bytes before memory is allocated.
 * @throws Error for any other file
 */
export function pixelsOfBmp(content: Buffer, maxPixels: number): Pixels {
  if (content.length < headerBytes || content.toString('latin1', 0, 2) !== 'BM')
    throw new Error('Not a bitmap');
  const start = content.readUInt32LE(10);
  const width = content.readInt32LE(18);
  const signedHeight = content.readInt32LE(22);
  const bits = content.readUInt16LE(28);
  const compression = content.readUInt32LE(30);
  // Rows are stored from the bottom up, unless the height is negative.
  const height = Math.abs(signedHeight);
  if (width < 1 || height < 1 || width * height > maxPixels) throw new Error('A bitmap of no such size');
  if ((bits !== 24 && bits !== 32) || compression !== 0) throw new Error('A bitmap of another kind');
  const bytes = bits / 8;
  const stride = Math.ceil((width * bytes) / 4) * 4;
  if (start < headerBytes || start + stride * height > content.length)
    throw new Error('A bitmap that was cut short');
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const from = start + stride * (signedHeight > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x += 1) {
      const source = from + x * bytes;
      const target = (y * width + x) * 3;
      pixels[target] = content[source + 2] as number;
      pixels[target + 1] = content[source + 1] as number;
      pixels[target + 2] = content[source] as number;
    }
  }
  return { pixels, width, height };
}
