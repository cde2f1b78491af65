import { deflateSync } from 'node:zlib';
import { assert, property, string, uint8Array } from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { longestTypedName, typedNameFrom, typedNameIn, withTypedName } from './typed-signature.ts';

const picture = async () =>
  sharp({ create: { width: 4, height: 2, channels: 4, background: '#1b2f6b' } })
    .png()
    .toBuffer();

describe('a typed signature', () => {
  it.each(['Margaret Doyle', '陈美玲', 'Nguyễn Thị Ánh', "Siân O'Brien", 'فاطمة', 'Anna 陈 😀'])(
    'is stored in its picture, which stays readable: %s [D-22]',
    async (name) => {
      const png = await picture();
      const marked = withTypedName(png, name);
      expect(typedNameIn(marked)).toBe(name);
      expect(typedNameIn(png)).toBeNull();
      const [before, after] = await Promise.all(
        [png, marked].map((each) => sharp(each, { failOn: 'warning' }).raw().toBuffer()),
      );
      expect(after).toEqual(before);
    },
  );

  it('is stored without control characters and repeated spaces [D-22]', () => {
    expect(typedNameFrom('  Margaret\t\n Ann\u202E\u0000 Doyle ')).toBe('Margaret Ann Doyle');
    expect(typedNameFrom(' \u200B\u0007\u200D ')).toBeNull();
    expect(typedNameFrom('क्\u200Dष')).toBe('क्\u200Dष');
    expect(typedNameFrom('x'.repeat(longestTypedName))).toHaveLength(longestTypedName);
    expect(typedNameFrom('x'.repeat(longestTypedName + 1))).toBeNull();
  });

  it('is not read from a name that was stored in another form, is too long, or is damaged [D-22]', async () => {
    const png = Buffer.from(withTypedName(await picture(), 'Margaret Doyle'));
    const instead = (name: string) =>
      typedNameIn(Buffer.from(png.toString('latin1').replace('Margaret%20Doyle', name), 'latin1'));
    expect(instead('Margaret%20Moyle')).toBe('Margaret Moyle');
    expect(instead('Margaret%0ADoyle')).toBeNull();
    expect(instead('Margaret%ffDoyle')).toBeNull();
    expect(instead('%20argaret%20Doy')).toBeNull();
    expect(typedNameIn(png.subarray(0, png.length - 20))).toBeNull();
  });

  it('leaves a picture unchanged that is no PNG, or with nothing typed [D-22]', async () => {
    const png = await picture();
    expect(withTypedName(png, ' ')).toBe(png);
    const other = deflateSync(Buffer.from('not a picture'));
    expect(withTypedName(other, 'Margaret Doyle')).toBe(other);
  });

  it('is read from any bytes without an error, and back from any name [D-22]', async () => {
    assert(property(uint8Array({ maxLength: 300 }), (bytes) => typedNameIn(bytes) === null));
    const png = await picture();
    assert(
      property(string({ unit: 'binary', maxLength: 200 }), (words) => {
        expect(typedNameIn(withTypedName(png, words))).toBe(typedNameFrom(words));
      }),
    );
  });
});
