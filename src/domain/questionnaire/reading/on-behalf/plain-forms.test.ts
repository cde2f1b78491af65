import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../i18n/catalogue.ts';
import type { PlainTextKey } from '../../../i18n/texts.ts';
import { plainForms, plainKeyInVoice } from './plain-forms.ts';

const forms = Object.entries(plainForms) as [PlainTextKey, PlainTextKey][];
const own = {
  en: /\b[Yy]our (wattle )?(plan|emergency|card|wish|values|health|answers|Medicare)\b/i,
  zh: /您的(计划|急救|意愿|回答|身体)/,
};

describe('texts about the plan of another person', () => {
  it('have a form that says "the plan" in both languages, without a name [R-31]', () => {
    expect(forms.length).toBeGreaterThan(50);
    for (const [key, form] of forms)
      for (const language of ['en', 'zh'] as const) {
        const words = catalogue[language][form];
        expect(words, form).not.toMatch(own[language]);
        expect(words, form).not.toMatch(/[{}]/);
        if (language === 'en') expect(words, form).not.toBe(catalogue.en[key]);
      }
  });

  it('are chosen by the account, and other texts are the same in both voices [R-31]', () => {
    expect(plainKeyInVoice('card.page.title', true)).toBe('card.onBehalf.page.title');
    expect(plainKeyInVoice('card.page.title', false)).toBe('card.page.title');
    expect(plainKeyInVoice('common.yes', true)).toBe('common.yes');
  });
});
