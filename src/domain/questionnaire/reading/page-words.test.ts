import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import type { Language, PlainTextKey } from '../../i18n/texts.ts';
import { translatorOf } from '../../i18n/translator.ts';
import { questions, steps } from '../definition.ts';
import { askedAs, bannerOf, keyInVoice, pageWords } from './page-words.ts';
import { optionLabel, type Reading } from './present.ts';
import { voiceOf } from './voice.ts';

const texts = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

/** Returns the wording of the pages for a writer on behalf, with the known parts of the name. */
function writing(language: Language, names: { firstName?: string; lastName?: string } = {}): Reading {
  const t = texts[language];
  return { t, voice: voiceOf({ for_my_self: false, account_owner: 'child' }, names, t) };
}

const keys = Object.keys(catalogue.en) as PlainTextKey[];

describe('the words of the pages for a writer on behalf', () => {
  it('use no wrong name while no name is known [R-31]', () => {
    const en = writing('en');
    expect(bannerOf(en)).toBe('You are writing for another person');
    expect(pageWords(en, 'step1.title')).toBe('About the person');
    expect(pageWords(en, 'step2.title')).toBe('The person’s details');
    expect(pageWords(en, 'firstName.label')).toBe('First name of the person');
    expect(pageWords(en, 'intro.title')).toBe('Write down what matters to the person');
    const zh = writing('zh');
    expect(bannerOf(zh)).toBe('您正在代别人记录');
    expect(pageWords(zh, 'step1.title')).toBe('关于对方');
    expect(pageWords(zh, 'firstName.label')).toBe('对方的名字');
  });

  it('use the person’s name once it is known, and leave the own voice unchanged [R-31]', () => {
    const named = writing('en', { firstName: 'Margaret', lastName: 'Doyle' });
    expect(bannerOf(named)).toBe('You are writing for Margaret Doyle');
    expect(pageWords(named, 'step2.title')).toBe('Margaret’s details');
    const own: Reading = { t: texts.en, voice: { kind: 'self' } };
    for (const key of keys) expect(keyInVoice(key, own.voice)).toBe(key);
    expect(pageWords(own, 'step1.title')).toBe('About you');
  });

  it('have their own keys, and the usual key for every other text [R-31]', () => {
    const { voice } = writing('en');
    expect(keyInVoice('firstName.label', voice)).toBe('onBehalf.firstName.label');
    expect(keyInVoice('field.required', voice)).toBe('field.required');
  });

  it('begin a sentence with a capital, and only a sentence [R-31]', () => {
    const en = writing('en');
    for (const key of keys.filter((each) => each.startsWith('onBehalf.') && each !== 'onBehalf.thePerson')) {
      const words = pageWords(en, key);
      expect(words, key).toMatch(/^[^a-z]/);
      expect(words, key).not.toMatch(/[a-z,] The person|[.?!] the person/);
    }
  });

  it('never use "you" or "your" in titles, hints, reasons and messages of steps 1 and 2 [R-31]', () => {
    const asked = steps.slice(0, 2).flatMap((step) => step.questions);
    const stems = [...asked.map(({ key }) => `${key}.`), 'step1.', 'step2.', 'intro.title', 'intro.what'];
    const onPage = keys.filter((key) => stems.some((stem) => key.startsWith(stem)));
    expect(onPage.length).toBeGreaterThan(35);
    for (const key of onPage) {
      expect(pageWords(writing('en'), key), key).not.toMatch(/\b(my|i|yours?)\b|(?<!help )\byou\b/i);
      expect(pageWords(writing('zh'), key), key).not.toMatch(/我(?!们)|您的|帮您填/);
    }
  });

  it('word every question and every answer for another person, named or not [R-31]', () => {
    for (const names of [{}, { firstName: 'Margaret', lastName: 'Doyle' }]) {
      const en = writing('en', names);
      const zh = writing('zh', names);
      for (const question of questions.filter(({ section }) => section !== 'signature')) {
        expect(askedAs(question, en), question.key).not.toMatch(/\b(i|my|me)\b/i);
        expect(askedAs(question, zh), question.key).not.toMatch(/我/);
        for (const option of question.options ?? []) {
          expect(optionLabel(option, en), option.value).not.toMatch(/\b(i|my|me)\b/i);
          expect(optionLabel(option, zh), option.value).not.toMatch(/我/);
        }
      }
    }
  });

  it('treat a blank name as none [R-31]', () => {
    expect(writing('en', { firstName: ' ' }).voice).toMatchObject({ unnamed: true, firstName: 'the person' });
  });
});
