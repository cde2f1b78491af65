import type { Translate } from '../../i18n/texts.ts';
import { expect, it } from 'vitest';
import { consentDocuments } from './consents.ts';
import { catalogue } from '../../i18n/catalogue.ts';
import { consentParts, consentWords, isShown } from './consent-text.ts';

it.each(consentDocuments)('shows every line of the %s text, once and in order [CONSENT-01]', (document) => {
  const { title, short, sections, end } = consentParts(document);
  const shown = [title, short, ...sections, end].flatMap((part) =>
    typeof part === 'string' ? [part] : [part.title, ...part.paragraphs],
  );
  const written = Object.keys(catalogue.en).filter(
    (key) => key.startsWith(`consent.${document}.`) && key !== `consent.${document}.whatsNew`,
  );
  expect(shown.toSorted()).toEqual(written.toSorted());
  expect(new Set(shown).size).toBe(shown.length);
});

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

it.each(['en', 'zh'] as const)(
  'the privacy notice lists automated decisions, and how to reach a person, in %s [S-49, D-54]',
  (language) => {
    const texts = catalogue[language];
    const section = consentParts('privacy').sections[10]!;
    const words = section.paragraphs.map((key) => texts[key] ?? '');
    expect(section.title).toBe('consent.privacy.s11.title');
    const decided = {
      en: [/Medicare number and date of birth/, /kind we do not take.*virus scan/, /PINs.*wait/],
      zh: [/Medicare 卡号和出生日期/, /种类.*病毒扫描/, /PIN 码.*等待/],
    }[language];
    for (const what of decided) expect(words.filter((paragraph) => what.test(paragraph))).toHaveLength(1);
    expect(words.at(-1)).toMatch(/\{helpPhone\}.*\{privacyEmail\}/);
    const all = consentParts('privacy').sections.flatMap(({ paragraphs }) => paragraphs);
    for (const key of all)
      expect(texts[key]).not.toMatch(/no decision about you is made by a program|没有任何关于您的决定/);
  },
);

it('shows the paragraph about the full privacy policy only if there is one', () => {
  const about = 'consent.privacy.s14.p2';
  expect([isShown(about, ''), isShown(about, 'https://policy.example')]).toEqual([false, true]);
  expect(isShown('consent.privacy.s14.p1', '')).toBe(true);
  const [without, whole] = ['', 'https://policy.example'].map((url) => consentWords('privacy', asKeys, url));
  expect(whole!.filter((key) => !without!.includes(key))).toEqual([about]);
});
