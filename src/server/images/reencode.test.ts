import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureMaxBytes, portraitTypes } from '../../domain/accounts/pictures.ts';
import { pixelsOfBmp } from './bitmap.ts';
import { reencodePicture } from './reencode.ts';

const urlOf = (type: string, content: Uint8Array) =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } });

/** Returns a bitmap as drawing programs write it: 24 bits, rows from the bottom up, each padded to four bytes. */
function bitmap(
  width: number,
  height: number,
  colourOf: (x: number, y: number) => [number, number, number],
): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue] = colourOf(x, y);
      file.set([blue, green, red], 54 + stride * (height - 1 - y) + x * 3);
    }
  }
  return file;
}

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => 'kept',
    (error: { code?: string; fields?: { field: string; message: string }[] }) =>
      error.fields ? `${error.fields[0]?.field}: ${error.fields[0]?.message}` : 'fault',
  );

describe('a picture', () => {
  it.each([
    ['image/jpeg', () => plain(900, 600).jpeg().toBuffer()],
    ['image/png', () => plain(900, 600).png().toBuffer()],
    ['image/webp', () => plain(900, 600).webp().toBuffer()],
    ['image/bmp', async () => bitmap(900, 600, () => [200, 30, 90])],
  ])(
    'of type %s is encoded again as WebP, with the requested longest side [GAP-76, PROV-27, PROV-30]',
    async (type, make) => {
      const { type: drawn, content } = await reencodePicture(urlOf(type, await make()), { longest: 600 });
      expect(drawn).toBe('image/webp');
      expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 600, height: 400 });
      const { channels } = await sharp(content).stats();
      expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 10))).toEqual([20, 3, 9]);
    },
  );

  it('that is small stays small', async () => {
    const { content } = await reencodePicture(urlOf('image/png', await plain(40, 30).png().toBuffer()), {
      longest: 512,
    });
    expect(await sharp(content).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  it('is stored upright and without metadata about the place and the camera [security 33]', async () => {
    const taken = await plain(300, 200)
      .withExif({
        IFD0: { Make: 'Camera', Copyright: 'Margaret Doyle' },
        IFD3: { GPSLatitude: '37/1 48/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).orientation).toBe(6);
    const { content } = await reencodePicture(urlOf('image/jpeg', taken), { longest: 512 });
    const found = await sharp(content).metadata();
    expect(found).toMatchObject({ width: 200, height: 300 });
    expect([found.exif, found.xmp, found.icc, found.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(content.includes('Margaret')).toBe(false);
  });

  it('loses all data after the end of the picture [security 33]', async () => {
    const page = '<script>alert(1)</script>';
    const polyglot = Buffer.concat([await plain(20, 20).jpeg().toBuffer(), Buffer.from(page)]);
    const { content } = await reencodePicture(urlOf('image/jpeg', polyglot), { longest: 512 });
    expect(content.includes('script')).toBe(false);
  });

  it('with bytes of another type than declared is refused [security 33]', async () => {
    const png = await plain(20, 20).png().toBuffer();
    for (const type of ['image/jpeg', 'image/webp', 'image/bmp'])
      expect(await problemOf(reencodePicture(urlOf(type, png), { longest: 512 }))).toBe(
        'picture: error.file_type_not_allowed',
      );
  });

  it.each([
    ['an SVG', urlOf('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['an SVG that says PNG', urlOf('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['a page', urlOf('text/html', Buffer.from('<p>'))],
    ['a GIF', urlOf('image/gif', Buffer.from('GIF89a'))],
    ['another address', 'https://example.org/a.png'],
    ['no data', 'data:image/png;base64,'],
    ['no text', ''],
  ])('is not %s [security 33]', async (_, sent) => {
    expect(await problemOf(reencodePicture(sent, { longest: 512 }))).toBe(
      'picture: error.file_type_not_allowed',
    );
  });

  it('of a type that the field does not accept is refused at the field, with the accepted types [GAP-76]', async () => {
    const call = reencodePicture(
      urlOf(
        'image/bmp',
        bitmap(4, 4, () => [0, 0, 0]),
      ),
      {
        longest: 512,
        field: 'logo',
        types: portraitTypes,
      },
    );
    await expect(call).rejects.toMatchObject({
      code: 'invalid',
      fields: [
        {
          field: 'logo',
          message: 'error.file_type_not_allowed',
          params: { types: 'JPG, PNG, WebP', limit: '2 MB' },
        },
      ],
    });
  });

  it('of more than 2 MB is refused before it is read, and one of 2 MB is not [PROV-28]', async () => {
    const head = await plain(20, 20).jpeg().toBuffer();
    const padded = (bytes: number) => Buffer.concat([head, Buffer.alloc(bytes - head.length)]);
    expect(
      await problemOf(reencodePicture(urlOf('image/jpeg', padded(pictureMaxBytes)), { longest: 64 })),
    ).toBe('kept');
    for (const bytes of [pictureMaxBytes + 1, pictureMaxBytes * 2])
      expect(await problemOf(reencodePicture(urlOf('image/jpeg', padded(bytes)), { longest: 64 }))).toBe(
        'picture: error.file_size_too_large',
      );
  });

  it('with an excessive number of pixels is refused, and so is an animated one [security 33]', async () => {
    const flood = await plain(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer();
    expect(flood.length).toBeLessThan(pictureMaxBytes);
    expect(await problemOf(reencodePicture(urlOf('image/png', flood), { longest: 64 }))).toBe(
      'picture: error.fileValidation',
    );
    const moving = await sharp(
      [await plain(8, 8).png().toBuffer(), await plain(8, 8).negate().png().toBuffer()],
      {
        join: { animated: true },
      },
    )
      .webp()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    expect(await problemOf(reencodePicture(urlOf('image/webp', moving), { longest: 64 }))).toBe(
      'picture: error.fileValidation',
    );
  });

  it('waits while another is encoded, and is refused when too many wait [security 33]', async () => {
    const sent = urlOf('image/png', await plain(300, 200).png().toBuffer());
    const drawings = Array.from({ length: 30 }, () => reencodePicture(sent, { longest: 64 }));
    const answers = await Promise.allSettled(drawings);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBe(9);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable' });
    await expect(reencodePicture(sent, { longest: 64 })).resolves.toMatchObject({ type: 'image/webp' });
  });

  it('is not kept in memory by the library that encoded it [security 33]', async () => {
    await reencodePicture(urlOf('image/png', await plain(300, 200).png().toBuffer()), { longest: 64 });
    expect(sharp.cache().items).toMatchObject({ current: 0, max: 0 });
  });

  it('that is broken is refused at its field, however it is broken [security 33]', async () => {
    const whole = await plain(30, 30).png().toBuffer();
    expect(await problemOf(reencodePicture(urlOf('image/png', whole.subarray(0, 60)), { longest: 64 }))).toBe(
      'picture: error.fileValidation',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('image/jpeg', 'image/png', 'image/webp', 'image/bmp'),
        fc.uint8Array({ maxLength: 400 }),
        async (type, bytes) => {
          const heads = {
            'image/jpeg': [0xff, 0xd8, 0xff],
            'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
            'image/webp': [...Buffer.from('RIFF\0\0\0\0WEBP')],
            'image/bmp': [0x42, 0x4d],
          } as const;
          const sent = urlOf(type, Uint8Array.from([...heads[type], ...bytes]));
          expect(await problemOf(reencodePicture(sent, { longest: 64 }))).toBe(
            'picture: error.fileValidation',
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a bitmap', () => {
  it('returns each pixel at its position [PROV-27]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (width, height) => {
        const { pixels, ...size } = pixelsOfBmp(
          bitmap(width, height, (x, y) => [x, y, 7]),
          1_000,
        );
        expect(size).toEqual({ width, height });
        for (let y = 0; y < height; y += 1)
          for (let x = 0; x < width; x += 1)
            expect([...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]).toEqual([x, y, 7]);
      }),
    );
  });

  it.each([
    ['whose sizes are huge', (file: Buffer) => file.writeInt32LE(2_000_000_000, 18)],
    ['of no width', (file: Buffer) => file.writeInt32LE(0, 18)],
    ['of no height', (file: Buffer) => file.writeInt32LE(0, 22)],
    ['that is compressed', (file: Buffer) => file.writeUInt32LE(1, 30)],
    ['of eight bits', (file: Buffer) => file.writeUInt16LE(8, 28)],
    ['that begins after its end', (file: Buffer) => file.writeUInt32LE(4_000_000_000, 10)],
    ['that is higher than its bytes', (file: Buffer) => file.writeInt32LE(5, 22)],
  ])('%s is refused before memory is allocated [security 33]', (_, spoil) => {
    const file = bitmap(4, 4, () => [1, 2, 3]);
    spoil(file);
    expect(() => pixelsOfBmp(file, 50_000_000)).toThrow();
  });
});
