import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language } from './i18n/texts.ts';
import { fullName, greetingName, inAskingOrder, initials } from './names.ts';

const of = (first_name: string | null, last_name: string | null) => ({ first_name, last_name });
const hanName = fc
  .array(fc.constantFrom(...'陈美玲王伟李娜欧阳修𠮷'), { minLength: 1, maxLength: 3 })
  .map((signs) => signs.join(''));
const latinName = fc.stringMatching(/^[A-Z][a-z]{1,9}$/);

describe('names [R-39] [D-43]', () => {
  it.each([
    [of('美玲', '陈'), '陈美玲', '美玲'],
    [of('美', '李'), '李美', '美'],
    [of('修', '欧阳'), '欧阳修', '修'],
    [of('𠮷美', null), '𠮷美', '𠮷美'],
    [of(null, '陈'), '陈', '陈'],
    [of(' 美玲 ', ' 陈 '), '陈美玲', '美玲'],
    [of('Margaret', 'Doyle'), 'Margaret Doyle', 'MD'],
    [of('Lin Mei', 'Chen'), 'Lin Mei Chen', 'LC'],
    [of('Mary', '陈'), 'Mary 陈', 'M陈'],
    [of('Margaret', null), 'Margaret', 'M'],
    [of(null, null), '', ''],
    [of('', '  '), '', ''],
    [of(' Margaret ', ' Doyle '), 'Margaret Doyle', 'MD'],
  ])('are written in full, and have initials: %o', (name, full, sign) => {
    expect([fullName(name), initials(name)]).toEqual([full, sign]);
  });

  it('greet with the first name, and with the whole name in Han', () => {
    expect(greetingName(of(' Margaret ', 'Doyle'))).toBe('Margaret');
    expect(greetingName(of('美玲', '陈'))).toBe('陈美玲');
    expect(greetingName(of('美玲', null))).toBe('美玲');
    expect(greetingName(of(null, 'Doyle'))).toBe('');
  });

  it('in Han have the family name first and no blank, and initials from their end', () => {
    fc.assert(
      fc.property(hanName, hanName, (first, last) => {
        const name = of(first, last);
        expect(fullName(name)).toBe(`${last}${first}`);
        expect(fullName(name).endsWith(initials(name))).toBe(true);
        expect([1, 2]).toContain(Array.from(initials(name)).length);
      }),
    );
  });

  it('in other letters keep their order, and a blank between them', () => {
    fc.assert(
      fc.property(latinName, fc.oneof(latinName, hanName), (first, last) => {
        expect(fullName(of(first, last))).toBe(`${first} ${last}`);
        expect(Array.from(initials(of(first, last)))).toEqual([first[0], Array.from(last)[0]]);
      }),
    );
  });

  it('are requested with the family name first in Chinese, and all other fields stay in place', () => {
    const asked = (fields: string[], language: Language) => inAskingOrder(fields, language, (name) => name);
    const step = ['firstName', 'lastName', 'hasHelp'];
    expect(asked(step, 'en')).toEqual(step);
    expect(asked(step, 'zh')).toEqual(['lastName', 'firstName', 'hasHelp']);
    expect(asked(['email', 'first_name', 'last_name'], 'zh')).toEqual(['email', 'last_name', 'first_name']);
    expect(asked(['lastName', 'firstName'], 'zh')).toEqual(['lastName', 'firstName']);
    expect(asked(['lastName'], 'zh')).toEqual(['lastName']);
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.constantFrom<Language>('en', 'zh'), (fields, language) => {
        expect(asked(fields, language).toSorted()).toEqual(fields.toSorted());
      }),
    );
  });
});
