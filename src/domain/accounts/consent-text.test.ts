import type { Translate } from '../i18n/texts.ts';
import { expect, it } from 'vitest';
import { consentDocuments } from './consents.ts';
import { catalogue } from '../i18n/catalogue.ts';
import { consentParts, consentWords, isShown } from './consent-text.ts';

it.each(consentDocuments)(
  'every line of the %s text is shown, once and in its order [CONSENT-01]',
  (document) => {
    const { title, short, sections, end } = consentParts(document);
    const shown = [title, short, ...sections, end].flatMap((part) =>
      typeof part === 'string' ? [part] : [part.title, ...part.paragraphs],
    );
    const written = Object.keys(catalogue.en).filter(
      (key) => key.startsWith(`consent.${document}.`) && key !== `consent.${document}.whatsNew`,
    );
    expect(shown.toSorted()).toEqual(written.toSorted());
    expect(new Set(shown).size).toBe(shown.length);
  },
);

const asKeys: Translate = (key: string, _?: unknown) => key;

it('a text is read from its title to its end, section by section [CONSENT-01]', () => {
  const keys = consentWords('privacy', asKeys, 'https://policy.example');
  const { title, short, sections, end } = consentParts('privacy');
  expect(keys).toEqual([
    title,
    ...[short, ...sections].flatMap((section) => [section.title, ...section.paragraphs]),
    end,
  ]);
});

it('the paragraph about the full privacy policy stands only where there is one', () => {
  const about = 'consent.privacy.s14.p2';
  expect([isShown(about, ''), isShown(about, 'https://policy.example')]).toEqual([false, true]);
  expect(isShown('consent.privacy.s14.p1', '')).toBe(true);
  const [without, whole] = ['', 'https://policy.example'].map((url) => consentWords('privacy', asKeys, url));
  expect(whole!.filter((key) => !without!.includes(key))).toEqual([about]);
});
