import { describe, expect, it } from 'vitest';
import { relations } from '../../../domain/accounts/relations.ts';
import { en } from '../../../domain/i18n/en.ts';
import type { TextFile } from '../../../domain/i18n/texts.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { zh } from '../../../domain/i18n/zh.ts';
import { profileParts } from '../../../domain/inputs/profile.ts';
import { pages } from '../../../domain/menu/pages.ts';
import { listAnswerKeys, noteKeys, textAnswerKeys } from '../../../domain/questionnaire/answers.ts';
import { fieldNames } from '../../../domain/questionnaire/reading/field-names.ts';
import { voiceOf } from '../../../domain/questionnaire/reading/voice.ts';
import { visitTexts } from './visit-texts.ts';

/** Text files that every signed-in page loads. */
const ofFrame: readonly TextFile[] = ['common', 'layout', 'menu', 'system'];

describe('the changes of staff in an account', () => {
  it.each([
    ['en', en],
    ['zh', zh],
  ] as const)(
    'have names in texts that the privacy page loads, in %s [R-52, S-41, S-50]',
    (language, files) => {
      const loaded = [...ofFrame, ...pages['/settings/privacy'].texts, ...visitTexts];
      const texts = Object.assign({}, ...loaded.map((name) => files[name])) as Record<string, string>;
      // Throws for a key that is in no loaded file: the page would show the key.
      const t = translatorOf(language, texts);
      const fields = [
        ...['medicare_number', 'language', 'date_format', 'trusted_contacts', 'files'],
        ...profileParts.flatMap(({ keys }) => Object.keys(keys)),
        ...[...textAnswerKeys, ...noteKeys, ...listAnswerKeys],
      ];
      const name = { firstName: 'Margaret', lastName: 'Doyle' };
      for (const owner of ['self', ...relations]) {
        const voice = voiceOf({ for_my_self: owner === 'self', account_owner: owner }, name, t);
        for (const field of fields) expect(fieldNames([field], { t, voice })).toHaveLength(1);
      }
    },
  );
});
