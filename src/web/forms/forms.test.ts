import { describe, expect, it } from 'vitest';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../domain/i18n/translator.ts';
import { tidyDate } from '../ui/fields/tidy-date.ts';
import { openBlossoms } from '../ui/drawings/sprig.tsx';
import { fieldMessage, messageOf } from './errors/messages.ts';
import { errorsOf } from './errors/keyed-errors.ts';

const en = translatorOf('en', catalogue.en);
const zh = translatorOf('zh', catalogue.zh);

describe('messages of a form', () => {
  it('keep the text key, so that another language has the same messages [LANG-01]', () => {
    const errors = errorsOf([{ field: 'birthDate', message: 'field.birthDate.future' }]);
    expect(fieldMessage(en, errors['birthDate'])).toBe('The date of birth cannot be in the future');
    expect(fieldMessage(zh, errors['birthDate'])).toBe(catalogue.zh['field.birthDate.future']);
  });

  it('include values, and names of fields in the language of the page', () => {
    const problem = {
      message: 'field.tooLong',
      params: { label: 'field.name.suburb', max: 100, count: 120 },
    } as const;
    expect(messageOf(en, problem)).toBe('Use at most 100 characters for the suburb. You have 120.');
    expect(messageOf(zh, problem)).toContain(catalogue.zh['field.name.suburb']);
  });

  it('show the first error of each field', () => {
    const errors = errorsOf([
      { field: 'password', message: 'field.password.tooShort' },
      { field: 'password', message: 'field.password.digit' },
      { field: 'email', message: 'field.email.invalid' },
    ]);
    expect(Object.keys(errors)).toEqual(['password', 'email']);
    expect(errors['password']?.message).toBe('field.password.tooShort');
  });

  it('are empty for a valid field', () => {
    expect(fieldMessage(en, undefined)).toBeUndefined();
  });
});

describe('a date as typed', () => {
  it.each([
    ['4/5/1948', '04/05/1948'],
    ['4.5.1948', '04/05/1948'],
    ['04 05 1948', '04/05/1948'],
    ['04051948', '04/05/1948'],
    [' 04/05/1948 ', '04/05/1948'],
    ['1948年5月4日', '04/05/1948'],
    ['1948 年 12 月 14 号', '14/12/1948'],
    ['１９４８年５月４日', '04/05/1948'],
    ['０４／０５／１９４８', '04/05/1948'],
  ])('%s becomes %s', (typed, tidy) => {
    expect(tidyDate(typed)).toBe(tidy);
  });

  it.each(['1948年5月1', '１９４８', '4/5/48', '1948-05-04', 'May 1948', '4/5/19480', ''])(
    '%j is unchanged and gets its own message',
    (typed) => {
      expect(tidyDate(typed)).toBe(typed);
    },
  );
});

describe('the sprig', () => {
  it('opens one blossom for each of ten steps, and a proportional number for nine', () => {
    for (let done = 0; done <= 10; done++) expect(openBlossoms(10, done, 10)).toBe(done);
    expect(openBlossoms(10, 8, 9)).toBe(9);
    expect(openBlossoms(10, 9, 9)).toBe(10);
    expect(openBlossoms(4, 1, 10)).toBe(1);
    expect(openBlossoms(4, 9, 10)).toBe(3);
    expect(openBlossoms(10, 3, 0)).toBe(0);
  });
});
