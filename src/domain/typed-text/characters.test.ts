import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { badCharacter, isTooLong } from './characters.ts';

describe('badCharacter', () => {
  it('returns the first character that cannot be printed or that changes the direction of writing', () => {
    const refused = {
      'a\u0000b': 'U+0000',
      'a\u001Bb': 'U+001B',
      'a\u0085b': 'U+0085',
      'a\uD800b': 'U+D800',
      'a\uDC00': 'U+DC00',
      'a\u202Eb': 'U+202E',
      'a\u2066b': 'U+2066',
      'a\u2069b': 'U+2069',
      'a\uE000b': 'U+E000',
      'a\uFFFFb': 'U+FFFF',
      '\u{10FFFF}': 'U+10FFFF',
      '\u0378\u0000': 'U+0378',
    };
    for (const [text, name] of Object.entries(refused)) {
      expect(badCharacter(text, false)).toBe(name);
      expect(badCharacter(text, true)).toBe(name);
    }
  });

  it('accepts ordinary text of any script, with emoji and joiners', () => {
    for (const text of [
      'Zoë O’Brien',
      '王小明，您好。',
      'שלום עולם',
      'مرحبا',
      '👩‍⚕️ 👍🏽 🇦🇺',
      'क्\u200Dष',
      'نمی\u200Cخواهم',
      'a\u200Fb',
    ]) {
      expect(badCharacter(text, false)).toBeUndefined();
    }
  });

  it('allows line breaks and tabs only in texts of several lines', () => {
    expect(badCharacter('a\n\tb', true)).toBeUndefined();
    expect(badCharacter('a\nb', false)).toBe('U+000A');
    expect(badCharacter('a\tb', false)).toBe('U+0009');
    expect(badCharacter('a\u2028b', false)).toBe('U+2028');
  });

  it('accepts only well-formed Unicode', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
        (text) => {
          if (badCharacter(text, true) === undefined) expect(text.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

describe('isTooLong', () => {
  it('counts characters, not surrogates', () => {
    expect(isTooLong('😀'.repeat(100), 100)).toBe(false);
    expect(isTooLong('😀'.repeat(101), 100)).toBe(true);
    expect(isTooLong('a'.repeat(101), 100)).toBe(true);
    expect(isTooLong('王'.repeat(100), 100)).toBe(false);
  });
});
