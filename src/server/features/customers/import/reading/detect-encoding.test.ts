import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eightBitOf, utf16Of } from './detect-encoding.ts';

/** Each byte of Windows-1252 that is a letter or mark, with its character. */
const windows1252 = Array.from({ length: 256 }, (_, byte) => byte)
  .map((byte) => ({ byte, character: new TextDecoder('windows-1252').decode(new Uint8Array([byte])) }))
  .filter(({ character }) => /\p{L}|[\p{P}\p{N} ]/u.test(character));
const byteOf = new Map(windows1252.map(({ byte, character }) => [character, byte]));
const characters = fc.constantFrom(...byteOf.keys());
const words = fc.array(characters, { minLength: 1 }).map((all) => all.join(''));

describe('the encoding of a list', () => {
  it('is detected so that every text of Excel is read as it was written, in both of its CSV formats [S-10]', () => {
    fc.assert(
      fc.property(words, (text) => {
        const utf8 = new TextEncoder().encode(text);
        expect(new TextDecoder(eightBitOf(utf8) ?? 'utf-8').decode(utf8)).toBe(text);
        const bytes = Uint8Array.from([...text].map((character) => byteOf.get(character)!));
        // Bytes that are also valid in UTF-8 are rare in names: a sequence such as "Ã©".
        fc.pre(eightBitOf(bytes) !== 'utf-8');
        expect(new TextDecoder(eightBitOf(bytes) ?? 'utf-8').decode(bytes)).toBe(text);
      }),
    );
  });

  it('is detected when the last character is cut off, and by a byte order mark', () => {
    const bytes = new TextEncoder().encode('Zoë');
    expect(eightBitOf(bytes.subarray(0, 3))).toBe('utf-8');
    expect(eightBitOf(new TextEncoder().encode('Zoe'))).toBeNull();
    expect(utf16Of(Uint8Array.of(0xff, 0xfe, 0x5a, 0))).toBe('utf-16le');
    expect(utf16Of(Uint8Array.of(0xfe, 0xff, 0, 0x5a))).toBe('utf-16be');
    expect(utf16Of(bytes)).toBeNull();
  });
});
