import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { lookUp } from './lookup.ts';
import { translatorOf } from './translator.ts';

/** Returns a value for every name in a text, each of which tries to insert another one. */
const paramsFor = (text: string): Record<string, string | number> =>
  Object.fromEntries(
    Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, `<${name}> {other} $&`]),
  );

describe.each(['en', 'zh'] as const)('texts in %s', (language) => {
  const texts = new Map(Object.entries(catalogue[language]));
  const t = translatorOf(language, catalogue[language]);

  it('insert each value unchanged, and once [LANG-01]', () => {
    for (const [key, text] of texts) {
      if (text.includes('{count}')) continue;
      const params = paramsFor(text);
      const expected = text
        .split(/(\{\w+\})/)
        .map((part) => params[/^\{(\w+)\}$/.exec(part)?.[1] ?? ''] ?? part)
        .join('');
      expect(t(key as never, params)).toBe(expected);
    }
  });

  it('keep the name of a value that is not given [LANG-01]', () => {
    for (const [key, text] of texts) expect(t(key as never, {})).toBe(text);
  });

  it('have the number form of the language [LANG-01]', () => {
    const bases = new Set([...texts.keys()].flatMap((key) => /^(.*)_other$/.exec(key)?.[1] ?? []));
    expect(bases.size).toBeGreaterThan(5);
    for (const base of bases)
      for (const count of [0, 1, 2, 5, 21, 1.5]) {
        const form =
          (count === 0 && texts.get(`${base}_zero`)) ||
          texts.get(`${base}_${language === 'en' && count === 1 ? 'one' : 'other'}`) ||
          texts.get(base)!;
        const params = { ...paramsFor(form), count };
        expect(t(base as never, params)).toBe(lookUp(() => form, language, 'any', params));
      }
  });

  it('throw for a key that is in no catalogue, also one that every object has', () => {
    for (const key of ['nothing.here', 'toString', 'constructor']) expect(() => t(key as never)).toThrow(key);
  });
});

it('finds nothing for a missing text, and uses the form for zero if there is one', () => {
  const texts = new Map([
    ['files_zero', 'No files'],
    ['files_one', 'One file'],
    ['files_other', '{count} files'],
  ]);
  const find = (key: string) => texts.get(key);
  expect(lookUp(find, 'en', 'nothing.here')).toBeUndefined();
  expect(lookUp(find, 'en', 'files', { count: 0 })).toBe('No files');
  expect(lookUp(find, 'en', 'files', { count: 1 })).toBe('One file');
  expect(lookUp(find, 'zh', 'files', { count: 1 })).toBe('1 files');
  expect(lookUp(find, 'en', 'files', { count: 3 })).toBe('3 files');
});
