import { readFileSync } from 'node:fs';
import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charactersOf } from './font-coverage.ts';
import { plainText, runsOf, type Coverage, type Run } from './text-runs.ts';

const font = (name: string) =>
  charactersOf(readFileSync(new URL(`../../../../documents/fonts/${name}`, import.meta.url)));
const regular = font('wattle-chinese-regular.otf');
const rare = font('wattle-chinese-rare.otf');
const coverage: Coverage = {
  latin: font('wattle-latin-regular.ttf'),
  other: font('wattle-other-regular.ttf'),
  chinese: { has: (code) => regular.has(code) || rare.has(code) },
  script: font('wattle-script-latin.ttf'),
  scriptChinese: font('wattle-script-chinese.ttf'),
};

const wordsOf = (lines: Run[][]) =>
  lines.map((line) => line.map((run) => (typeof run === 'string' ? run : run[2])).join(''));
const english = (text: string) => runsOf(text, 'en', coverage);
const chinese = (text: string) => runsOf(text, 'zh', coverage);

describe('runsOf', () => {
  it('marks Chinese in an English document as Chinese, and English in a Chinese one as English [PLAN-03]', () => {
    expect(english('My name is 陈美玲 here')).toEqual([
      ['My name is ', ['chinese', 'zh', '陈美玲 '], 'here'],
    ]);
    expect(chinese('请打电话给 Daniel Citizen。')).toEqual([
      [
        ['chinese', '', '请打电话给 '],
        ['latin', 'en', 'Daniel Citizen'],
        ['chinese', '', '。'],
      ],
    ]);
  });

  it('gives quotation marks the width of the surrounding script [PLAN-03]', () => {
    expect(chinese('他说“好”。')).toEqual([[['chinese', '', '他说“好”。']]]);
    expect(english('the “good” days … yes')).toEqual([['the “good” days … yes']]);
    expect(english('美玲’s wishes')).toEqual([[['chinese', 'zh', '美玲'], '’s wishes']]);
  });

  it('keeps a word with letters outside the Latin font in one font [PLAN-03]', () => {
    expect(english('Dr Nguyễn Thị')).toEqual([['Dr ', ['other', '', 'Nguyễn Thị']]]);
  });

  it('names characters that no font shows, without ambiguity [PLAN-03]', () => {
    expect(wordsOf(english('a 😀 b'))).toEqual(['a [U+1F600] b']);
    expect(wordsOf(english('سلام'))).toEqual(['[U+0633][U+0644][U+0627][U+0645]']);
    expect(wordsOf(chinese('𠮷'))).toEqual(['[U+20BB7]']);
    expect(wordsOf(english('\uE000'))).toEqual(['[U+E000]']);
  });

  it('shows names written with rare or traditional characters [PLAN-03]', () => {
    expect(wordsOf(chinese('喆堃珺玥赟祎翀昇 陳黃劉張'))).toEqual(['喆堃珺玥赟祎翀昇 陳黃劉張']);
  });

  it('removes control characters and those that change the writing direction [PLAN-03]', () => {
    expect(wordsOf(english('do\u0000 n\u0007ot \u202Etnaw\u202C\u200D\uFEFF'))).toEqual(['do not tnaw']);
  });

  it('keeps line breaks, and at most one blank line in a row [PLAN-03]', () => {
    expect(wordsOf(english('\n\none\r\ntwo\n\n\n\nthree\u2028four\n '))).toEqual([
      'one',
      'two',
      '',
      'three',
      'four',
    ]);
    expect(english('')).toEqual([]);
    expect(english(' \n ')).toEqual([]);
  });

  it('breaks a very long word, and keeps no more than two accents on a letter [PLAN-03]', () => {
    expect(
      wordsOf(english('x'.repeat(100)))[0]
        ?.split('\u200B')
        .map((part) => part.length),
    ).toEqual([40, 40, 20]);
    expect(wordsOf(english(`o${'\u0332'.repeat(3)}`))).toEqual(['o\u0332\u0332[U+0332]']);
  });

  it('accepts any text, and returns only characters that a font shows [PLAN-03]', () => {
    const shows = (code: number) =>
      coverage.latin.has(code) || coverage.other.has(code) || coverage.chinese.has(code);
    assert(
      property(string({ unit: 'binary' }), constantFrom('en' as const, 'zh' as const), (text, language) => {
        for (const character of wordsOf(runsOf(text, language, coverage)).join('')) {
          expect(shows(character.codePointAt(0) ?? 0)).toBe(true);
        }
        expect(plainText(text, coverage)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });

  it('handles 100,000 characters quickly [PLAN-03]', () => {
    const started = performance.now();
    for (const text of ['a', '\n', ' ', '\u0301', '陈', 'a \n', '(“'])
      english(text.repeat(100_000 / text.length));
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
