import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import type { Language } from '../../i18n/texts.ts';
import { translatorOf } from '../../i18n/translator.ts';
import { healthKeys, type Answers } from '../answers.ts';
import { questionOf } from '../definition.ts';
import { anyAnswers, completeAnswers } from '../answers.fixture.ts';
import { emergencyFacts } from './emergency-facts.ts';
import { lineKindOf, present } from './present.ts';
import type { Voice } from './voice.ts';

const self: Voice = { kind: 'self' };
const tom: Voice = {
  kind: 'onBehalf',
  person: 'Mei Chen',
  firstName: 'Mei',
  recorder: 'Tom Li',
  relation: 'child',
};
const t = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

function rowOf(answers: Answers, key: string, voice: Voice = self, language: Language = 'en') {
  const rows = present(answers, { t: t[language], voice }).flatMap((section) => section.rows);
  const row = rows.find((found) => found.key === key);
  if (!row) throw new Error(`No row ${key}`);
  return row;
}

const treatments = (treatmentsSelected: string[], voice: Voice = self, language: Language = 'en') =>
  rowOf({ treatmentsSelected }, 'treatmentsSelected', voice, language).lines;

const allSeven = questionOf('treatmentsSelected').options?.flatMap((o) => (o.exclusive ? [] : o.value)) ?? [];

describe('present', () => {
  it('shows every question from 1 to 26 once, in order, in sections [QSTEP4-01] [QSTEP5-01] [QSTEP6B-01] [QSTEP7-01]', () => {
    const sections = present(completeAnswers(), { t: t.en, voice: self });
    expect(sections.map(({ id }) => id).join(' ')).toBe(
      'about qualityOfLife health cpr treatments dying else signature',
    );
    const numbers = sections.flatMap(({ rows }) => rows.flatMap(({ number }) => number ?? []));
    expect(numbers).toEqual(Array.from({ length: 26 }, (_, index) => index + 1));
    expect(sections.map(({ title }) => title)).toContain('Treatments I would not want');
  });

  it('shows answers by their labels in either language, whatever is stored [QGEN-15] [QSTEP5-03]', () => {
    expect(rowOf(completeAnswers(), 'cprStopBreathing')).toEqual({
      key: 'cprStopBreathing',
      number: 18,
      title: 'If my heart stops or I stop breathing',
      lines: ['I do not want CPR'],
    });
    expect(rowOf(completeAnswers(), 'cprStopBreathing', self, 'zh').lines).toEqual(['我不要做心肺复苏']);
    expect(rowOf(completeAnswers(), 'ivTherapy', self, 'zh').lines).toEqual(['这样的日子仍然值得过']);
  });

  it('says in words which treatments are refused and which are not [QSTEP5-05]', () => {
    expect(treatments(['Operations', 'Breathing Machine'])).toEqual([
      'I would not want: breathing machine (ventilator); operations',
      'I have not refused: feeding tube into the stomach (PEG); feeding tube through the nose (nasogastric); kidney machine (dialysis); blood transfusions; antibiotics into a vein in hospital (IV)',
    ]);
    expect(treatments(['Operations'], self, 'zh')).toEqual([
      '我不愿意接受：手术',
      '我没有拒绝：呼吸机；胃造瘘管（PEG）；鼻饲管；透析（洗肾）；输血；住院静脉输注抗生素',
    ]);
    expect(treatments(['Operations'], tom)[0]).toBe('Mei would not want: operations');
  });

  it('says in words that nothing is refused, and that everything is [QSTEP5-05] [QSTEP5-08]', () => {
    const [none, rest] = treatments(['None of these']);
    expect(none).toBe('I have not refused any of these treatments');
    expect(rest).toMatch(/^I have not refused: breathing machine .*; antibiotics/);
    expect(treatments(['None of these'], tom)[0]).toBe('No treatment on this list is recorded as refused');
    expect(treatments(allSeven)[1]).toBe('I have refused every treatment on this list');
    expect(treatments([])).toEqual(['Not answered']);
  });

  it('puts the person’s own words after Other [QSTEP3-01] [QSTEP6B-05]', () => {
    const answers = {
      minimumQolList: ['Other', 'Learning'],
      other_qolList: 'My dog',
      receiveCare: 'Other',
      other_receiveCare: 'Sea',
    };
    expect(rowOf(answers, 'minimumQolList').lines).toEqual(['Learning', 'Other: My dog']);
    expect(rowOf(answers, 'receiveCare', self, 'zh').lines).toEqual(['其他：Sea']);
    expect(rowOf({ receiveCare: 'Other' }, 'receiveCare').lines).toEqual(['Other']);
  });

  it('shows each note with its answer [QSTEP4-05] [QSTEP6B-02]', () => {
    for (const key of [
      ...healthKeys,
      'treatmentsSelected',
      'palliativeCare',
      'terminalCondition',
      'receiveCare',
    ]) {
      expect(rowOf({ [`${key}_note`]: 'Ask my GP' }, key).note).toBe('Ask my GP');
      expect(rowOf({}, key)).not.toHaveProperty('note');
    }
  });

  it('lists missing answers, and who helped [QSTEP1-03]', () => {
    expect(rowOf({}, 'cprCatastrophic').lines).toEqual(['Not answered']);
    expect(rowOf({}, 'explanations').lines).toEqual(['Nothing written']);
    expect(rowOf({ hasHelp: 'Yes', helperName: 'Tom' }, 'hasHelp').lines).toEqual([
      'Tom helped me to fill this in',
    ]);
    expect(rowOf({ hasHelp: 'No' }, 'hasHelp', tom).lines).toEqual(['Nobody helped to fill this in']);
    expect(rowOf({ hasHelp: 'No' }, 'hasHelp', self, 'zh').lines).toEqual(['没有人帮我填写']);
  });

  it('never says "I" or "my" for a person whose care wishes another person recorded', () => {
    const everything = {
      ...completeAnswers(),
      minimumQolList: questionOf('minimumQolList').options?.map((o) => o.value) ?? [],
    };
    const sections = present(everything, { t: t.en, voice: tom }).filter(({ id }) => id !== 'signature');
    for (const { title, rows } of sections) {
      for (const text of [title, ...rows.flatMap((row) => [row.title, ...row.lines])])
        expect(text).not.toMatch(/\b(I|my|me)\b/);
    }
    const signature = present(everything, { t: t.en, voice: tom }).at(-1);
    expect(signature?.title).toBe('Signature of Tom Li, who wrote this record');
    expect(signature?.rows[0]?.lines[0]).toMatch(/^As far as I know, these are Mei’s own wishes/);
  });

  it('repeats people’s words exactly, even if they contain our parameter syntax', () => {
    for (const explanations of ['{recorder} $t(common.yes) <b>&amp;</b>', '{{person}} ‘quoted’ "x"']) {
      expect(rowOf({ explanations }, 'explanations').lines).toEqual([explanations]);
      expect(rowOf({ hasHelp: 'Yes', helperName: explanations }, 'hasHelp').lines).toEqual([
        `${explanations} helped me to fill this in`,
      ]);
      const other = { receiveCare: 'Other', other_receiveCare: explanations };
      expect(rowOf(other, 'receiveCare', tom).lines).toEqual([`Other: ${explanations}`]);
    }
  });

  it('has a title and a line for every row of any answers, in either language and voice', () => {
    fc.assert(
      fc.property(
        anyAnswers,
        fc.constantFrom(self, tom),
        fc.constantFrom<Language>('en', 'zh'),
        (answers, voice, language) => {
          for (const { title, rows } of present(answers, { t: t[language], voice })) {
            expect(title).not.toBe('');
            for (const row of rows) {
              expect(row.title).not.toBe('');
              expect(row.lines.length).toBeGreaterThan(0);
              for (const line of row.lines) expect(line).not.toBe('');
            }
          }
        },
      ),
    );
  });
});

describe('emergency facts', () => {
  it('contain the answers about CPR as option ids [QSTEP5-03]', () => {
    expect(emergencyFacts(completeAnswers())).toMatchObject({
      cprStopBreathing: 'doNotWant',
      cprCatastrophic: 'onlyIfMinimum',
    });
    expect(emergencyFacts({})).toMatchObject({ cprStopBreathing: undefined, cprCatastrophic: undefined });
  });

  it('put every treatment on exactly one of two lists, once the question is answered [QSTEP5-05]', () => {
    fc.assert(
      fc.property(fc.subarray(allSeven), (refused) => {
        const facts = emergencyFacts({
          treatmentsSelected: refused.length > 0 ? refused : ['None of these'],
        });
        expect(facts.treatmentsAnswered).toBe(true);
        expect(facts.refused).toHaveLength(refused.length);
        expect(new Set([...facts.refused, ...facts.notRefused]).size).toBe(7);
      }),
    );
    expect(emergencyFacts({})).toMatchObject({ treatmentsAnswered: false, refused: [], notRefused: [] });
    expect(emergencyFacts({ treatmentsSelected: ['Operations'] }).refused).toEqual(['operations']);
  });

  it('contain the minimum quality of life, with "they" for the person [QSTEP3-02]', () => {
    const answers = {
      minimumQolList: ['Having my family around me', 'Learning', 'Other'],
      other_qolList: 'My dog',
    };
    expect(emergencyFacts(answers).minimumQualityOfLife).toEqual([
      { id: 'family', label: 'onBehalf.minimumQolList.option.family', short: 'emergency.qol.short.family' },
      { id: 'learning', label: 'minimumQolList.option.learning', short: 'emergency.qol.short.learning' },
      {
        id: 'other',
        label: 'minimumQolList.option.other',
        short: 'minimumQolList.option.other',
        text: 'My dog',
      },
    ]);
  });

  it('contain the person’s own words about treatments and customs, and none if there are none', () => {
    const words = { treatmentsSelected_note: 'Ask Bo', customsAndTraditions: 'Silence' };
    expect(emergencyFacts({ ...completeAnswers(), ...words })).toMatchObject({
      treatmentsNote: 'Ask Bo',
      customsAndTraditions: 'Silence',
    });
    expect(emergencyFacts({ other_receiveCare: 'Sea' })).toMatchObject({
      otherReceiveCare: '',
      treatmentsNote: '',
      customsAndTraditions: '',
    });
    expect(emergencyFacts({ treatmentsSelected: ['Leeches'] }).treatmentsAnswered).toBe(false);
  });

  it('contain the place of care, with the words only for Other [QSTEP6B-05]', () => {
    expect(emergencyFacts({ receiveCare: 'Other', other_receiveCare: 'Sea' })).toMatchObject({
      receiveCare: 'other',
      otherReceiveCare: 'Sea',
    });
    expect(emergencyFacts({ receiveCare: 'at home', other_receiveCare: 'Sea' })).toMatchObject({
      receiveCare: 'home',
      otherReceiveCare: '',
    });
  });
});

it('a row consists of sentences, of the person’s own text, or of choices', () => {
  expect(lineKindOf('treatmentsSelected')).toBe('sentences');
  expect(['explanations', 'customsAndTraditions'].map((key) => lineKindOf(key))).toEqual([
    'ownText',
    'ownText',
  ]);
  expect(['gender', 'minimumQolList', 'name', 'former'].map((key) => lineKindOf(key))).toEqual([
    'chosen',
    'chosen',
    'chosen',
    'chosen',
  ]);
});
