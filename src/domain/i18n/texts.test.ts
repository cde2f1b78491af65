import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { translatorOf } from './translator.ts';

const { en, zh } = catalogue;
const keys = Object.keys(en);

const blanks = (text: string | undefined) => [...new Set(text?.match(/\{[^{}]*\}/g) ?? [])].toSorted();

describe('texts', () => {
  it('have the same keys in English and Chinese [LANG-01]', () => {
    expect(Object.keys(zh).toSorted()).toEqual(keys.toSorted());
    expect(keys.length).toBeGreaterThan(1000);
  });

  it('have the same parameters in English and Chinese [LANG-01]', () => {
    const differing = keys.filter((key) => blanks(en[key]).join() !== blanks(zh[key]).join());
    // A singular may spell its number out; the other form contains the count.
    const unexplained = differing.filter((key) => !/_(one|zero)$/.test(key));
    expect(unexplained).toEqual([]);
  });

  it('have parameters that are plain names in single braces', () => {
    const odd = keys.filter((key) =>
      [en[key], zh[key]].some((text) => /[{}]/.test(text?.replace(/\{[A-Za-z][A-Za-z0-9]*\}/g, '') ?? '')),
    );
    expect(odd).toEqual([]);
  });

  it('are never empty, and have no blank at either end [LANG-01]', () => {
    for (const texts of [en, zh]) {
      expect(
        Object.entries(texts).flatMap(([key, text]) =>
          text.trim() === '' || text !== text.trim() ? key : [],
        ),
      ).toEqual([]);
    }
  });

  it('have Chinese characters in Chinese, except names and the link to the other language [LANG-01]', () => {
    const words = (text: string | undefined) => (text ?? '').replace(/\{[^}]*\}/g, '');
    const inLatin = keys.filter(
      (key) => !/\p{Script=Han}/u.test(words(zh[key])) && /[A-Za-z]{3}/.test(words(zh[key])),
    );
    const names = [
      'consent.privacy.s12.title',
      'emergency.pin.language',
      'mail.part.address',
      'mail.part.otherLanguage',
    ];
    expect(inLatin.filter((key) => zh[key] !== en[key] && !names.includes(key))).toEqual([]);
  });
});

describe('the translator', () => {
  it('fills in parameters and chooses the number form', () => {
    const t = translatorOf('en', en);
    expect(t('progress.step', { n: 2, total: 11 })).toBe('Step 2 of 11');
    expect(t('step4.error.allRequired', { count: 1 })).toBe('1 question on this page still needs an answer');
    expect(t('step4.error.allRequired', { count: 3 })).toBe('3 questions on this page still need an answer');
    expect(translatorOf('zh', zh)('step4.error.allRequired', { count: 3 })).toBe('这一页还有 3 题没答');
    expect(t('review.notes', { count: 0 })).toBe('no notes');
  });

  it('leaves text that people wrote unchanged', () => {
    const t = translatorOf('en', en);
    expect(t('review.note', { note: '<b>{note} $t(common.yes) {{x}} & "y"</b>' })).toBe(
      'Note: <b>{note} $t(common.yes) {{x}} & "y"</b>',
    );
  });

  it('throws on a key that has no text', () => {
    expect(() => translatorOf('en', {})('common.yes')).toThrow('No text for "common.yes" in en');
  });
});
