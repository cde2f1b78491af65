import { describe, expect, it } from 'vitest';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import type { TextKey, TextParams } from '../../domain/i18n/texts.ts';
import { translatorOf } from '../../domain/i18n/translator.ts';
import { lookup } from './lookup.ts';

/** Every name that a text puts in, with a value that tries to put in another. */
function paramsFor(text: string): Record<string, string | number> {
  return Object.fromEntries(
    Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, `<${name}> {other} $&`]),
  );
}

describe.each(['en', 'zh'] as const)('looking up texts in %s', (language) => {
  const texts = new Map(Object.entries(catalogue[language]));
  const server = translatorOf(language, catalogue[language]);
  const same = (key: string, params: TextParams) =>
    expect(lookup(texts, language, key, params)).toBe(server(key as TextKey, params));

  it('says what the server says, for every text and its values [LANG-01]', () => {
    for (const [key, text] of texts) {
      const { count: _, ...params } = paramsFor(text);
      if (text.includes('{count}')) continue;
      same(key, params);
      if (Object.keys(params).length > 0) same(key, {});
    }
  });

  it('says what the server says, for every number form [LANG-01]', () => {
    const bases = new Set([...texts.keys()].flatMap((key) => /^(.*)_other$/.exec(key)?.[1] ?? []));
    expect(bases.size).toBeGreaterThan(5);
    for (const base of bases) {
      for (const count of [0, 1, 2, 5, 21, 1.5])
        same(base, { ...paramsFor(texts.get(`${base}_other`) ?? ''), count });
    }
  });
});

it('shows the key of a text that is not there, and takes the form for zero where there is one', () => {
  const texts = new Map([
    ['files_zero', 'No files'],
    ['files_other', '{count} files'],
  ]);
  expect(lookup(texts, 'en', 'nothing.here', {})).toBe('nothing.here');
  expect(lookup(texts, 'en', 'files', { count: 0 })).toBe('No files');
  expect(lookup(texts, 'en', 'files', { count: 3 })).toBe('3 files');
});
