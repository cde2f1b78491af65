import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeName } from './safe-name.ts';

const tricky = fc.constantFrom(...'aé陈𠮷9\u0301 -./\\"\n:;$', '\uD800', '\u202E', '\u0000');

describe('a name in the name of a file', () => {
  it.each([
    ['Margaret Doyle', 'Margaret Doyle'],
    ['  Margaret \t\n Doyle ', 'Margaret Doyle'],
    ['陈美玲', '陈美玲'],
    ['Zoe\u0308 O’Brien-Smith 2', 'Zoë OBrien-Smith 2'],
    ['../../etc/passwd', 'etcpasswd'],
    ['--rf -', 'rf'],
    ['- -', ''],
    ['"; rm *', 'rm'],
    ['a\uD800b', 'ab'],
    ['a : b', 'a b'],
    ['', ''],
  ])('%j becomes %j', (name, safe) => {
    expect(safeName(name)).toBe(safe);
  });

  it('has at most 60 characters, and no blank at its end after it was cut', () => {
    expect(safeName('𠮷'.repeat(70))).toBe('𠮷'.repeat(60));
    expect(safeName(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
    expect(safeName(`${'a'.repeat(57)} - b`)).toBe('a'.repeat(57));
  });

  it('contains nothing with a meaning for a file system, a shell or a header, whatever it was [security 33]', () => {
    fc.assert(
      fc.property(fc.string({ unit: tricky, maxLength: 80 }), (name) => {
        expect(safeName(name)).toMatch(/^(?![ -])[\p{L}\p{M}\p{N} -]{0,60}$/u);
        expect(safeName(name)).not.toMatch(/[ -]$| {2}/);
      }),
    );
  });
});
