import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import { translatorOf } from '../../i18n/translator.ts';
import { listAnswerKeys, noteKeys, textAnswerKeys } from '../answers.ts';
import { fieldNames } from './field-names.ts';

const inLanguage = (language: 'en' | 'zh') => ({
  t: translatorOf(language, catalogue[language]),
  voice: { kind: 'self' as const },
});

describe('the names of fields [R-52]', () => {
  it('are those that people read, once if account and plan have the same, in the order of the questions', () => {
    expect(
      fieldNames(['medicare_number', 'postcode', 'last_name', 'firstName', 'first_name'], inLanguage('en')),
    ).toEqual(['Name', 'Postcode', 'Medicare number']);
    expect(fieldNames(['language', 'date_format'], inLanguage('zh'))).toHaveLength(2);
    expect(fieldNames(['trusted_contacts', 'files'], inLanguage('en'))).toEqual([
      'Files',
      'Trusted Contacts',
    ]);
  });

  it('exist for every answer, including notes and follow-ups, in both languages', () => {
    for (const language of ['en', 'zh'] as const)
      for (const key of [...textAnswerKeys, ...noteKeys, ...listAnswerKeys]) {
        const [name] = fieldNames([key], inLanguage(language));
        expect([key, name ?? '']).toEqual([key, expect.stringMatching(/\S/)]);
        expect(name).not.toContain('.title');
      }
  });

  it('exclude fields that no page shows', () => {
    expect(fieldNames(['constructor', '__proto__', 'share_id'], inLanguage('en'))).toEqual([]);
  });
});
