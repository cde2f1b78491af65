import { describe, expect, it } from 'vitest';
import { catalogue } from '../i18n/catalogue.ts';
import { checkDefinition } from './check-definition.ts';
import { questionOf, steps } from './definition.ts';
import { qualityOfLifeOptions } from './questions/options.ts';
import type { Condition, Question, Step } from './questions/question.ts';
import { stepsWith, trialKey, trialKeys, trialTexts } from './trial.fixture.ts';

describe('checkDefinition', () => {
  const changed = (id: Step['id'], change: (step: Step) => Step) =>
    steps.map((step) => (step.id === id ? change(step) : step));

  it('finds no errors in the definition and the texts of both languages [QGEN-02] [QGEN-15]', () => {
    expect(checkDefinition(catalogue)).toEqual([]);
  });

  it('finds a text that is missing in one language', () => {
    const { 'cannotHear.title': _, ...zh } = catalogue.zh;
    expect(checkDefinition({ ...catalogue, zh })).toEqual(['No text for cannotHear.title in zh']);
    expect(checkDefinition({ ...catalogue, en: { ...catalogue.en, 'gender.option.male': ' ' } })).toEqual([
      'No text for gender.option.male in en',
    ]);
  });

  it('finds an option text that belongs to no option', () => {
    const zh = { ...catalogue.zh, 'gender.option.unknown': '未知' };
    expect(checkDefinition({ ...catalogue, zh })).toEqual([
      'gender.option.unknown in zh belongs to no option',
    ]);
  });

  it('finds a key without a question, and a condition on it', () => {
    const broken = changed('step1', (step) => ({
      ...step,
      questions: step.questions.filter(({ key }) => key !== 'hasHelp'),
    }));
    expect(checkDefinition(catalogue, broken)).toContain('No question has the key hasHelp');
    expect(checkDefinition(catalogue, broken)).toContain(
      'helperName depends on hasHelp, which is not a question',
    );
  });

  it('finds a condition with a missing option', () => {
    const broken = changed('step3', (step) => ({
      ...step,
      questions: step.questions.map((question) =>
        question.key === 'other_qolList'
          ? { ...question, when: { key: 'minimumQolList', value: 'other' } as const }
          : question,
      ),
    }));
    expect(checkDefinition(catalogue, broken)).toEqual([
      'other_qolList depends on the option "other", which minimumQolList does not have',
    ]);
  });

  it('finds steps out of order, duplicate keys, duplicate options and incomplete groups', () => {
    expect(checkDefinition(catalogue, steps.toReversed())[0]).toMatch(/^The steps are step9b/);
    const doubled = changed('step2', (step) => ({
      ...step,
      questions: [...step.questions, ...step.questions.slice(0, 1)],
    }));
    expect(checkDefinition(catalogue, doubled)).toContain('Two questions have the key dob');
    const ungrouped = changed('step4', (step) => ({ ...step, groups: (step.groups ?? []).slice(1) }));
    expect(checkDefinition(catalogue, ungrouped)).toEqual([
      'The groups of step4 do not hold its questions in order',
    ]);
    const twice = changed('step2', (step) => ({
      ...step,
      questions: step.questions.map((question) =>
        question.key === 'gender'
          ? { ...question, options: [...(question.options ?? []), ...(question.options ?? [])] }
          : question,
      ),
    }));
    expect(checkDefinition(catalogue, twice)).toContain('Two options of gender store the same value');
  });

  it('reports the missing step, and the correct order', () => {
    const order = steps.map(({ id }) => id).join(' ');
    expect(checkDefinition(catalogue, steps.slice(1))[0]).toBe(
      `The steps are ${order.replace('step1 ', '')}, not ${order}`,
    );
  });

  it.each<[string, string, Partial<Question>]>([
    ['a key of no answer', 'nationality is not an answer key', { key: 'nationality' as Question['key'] }],
    [
      'a kind that stores something else',
      'gender does not store what the kind choices stores',
      { kind: 'choices' },
    ],
    ['a choice without options', 'gender is of the kind choice and has 0 options', { options: [] }],
    ['a text with options', 'gender is of the kind text and has 3 options', { kind: 'text' }],
    [
      'two options of one id',
      'Two options of gender have the same id',
      { options: questionOf('gender').options!.map((option) => ({ ...option, id: 'female' })) },
    ],
    [
      'an option id that no document could have as a code [X-01]',
      'The option id "non binary" of gender cannot be a code',
      { options: questionOf('gender').options!.map((option) => ({ ...option, id: 'non binary' })) },
    ],
    [
      'a key that no document could have as a code [X-01]',
      'The key "gender?" cannot be a code',
      { key: 'gender?' as Question['key'] },
    ],
  ])('finds %s', (_, problem, change) => {
    const broken = changed('step2', (step) => ({
      ...step,
      questions: step.questions.map((question) =>
        question.key === 'gender' ? { ...question, ...change } : question,
      ),
    }));
    expect(checkDefinition(catalogue, broken)).toContain(problem);
  });

  it.each(['step4.title', 'hasHelp.why', 'treatmentsSelected.error.noneWithOthers', 'step3.name'] as const)(
    'finds that %s is missing',
    (key) => {
      const { [key]: _, ...zh } = catalogue.zh;
      expect(checkDefinition({ ...catalogue, zh })).toContain(`No text for ${key} in zh`);
    },
  );

  describe('refuses a condition that no page could apply', () => {
    const hanging: Question = {
      key: trialKey,
      kind: 'text',
      section: 'qualityOfLife',
      title: 'other_qolList.label',
      when: { key: 'minimumQolList', value: 'Learning' },
    };
    const problemsWith = (id: Step['id'], change: Partial<Question>, ...more: Question[]) =>
      checkDefinition(trialTexts, stepsWith(id, { ...hanging, ...change }, ...more), trialKeys);

    it('but not one on an option of an earlier question on the same page [R-20]', () => {
      expect(problemsWith('step3', {})).toEqual([]);
    });

    it.each<[string, Step['id'], Condition, string]>([
      ['itself', 'step3', { key: trialKey, value: 'x' }, 'itself'],
      ['another step', 'step5', { key: 'hasHelp', value: 'No' }, 'hasHelp, which is asked in another step'],
      [
        'an answer that is not chosen',
        'step7',
        { key: 'explanations', value: 'Yes' },
        'explanations, which has no options',
      ],
      [
        'a question with a condition of its own',
        'step3',
        { key: 'other_qolList', value: 'x' },
        'other_qolList, which is not always asked itself',
      ],
      [
        'the step that is signed',
        'step9',
        { key: 'confirmationAcknowledgement', value: 'believe I have capacity' },
        'an answer of step9, whose page shows no follow-up questions',
      ],
    ])('on %s [R-20]', (_, step, when, problem) => {
      expect(problemsWith(step, { when })).toContain(`familyNames depends on ${problem}`);
    });

    it('on a question that is asked after it, and so in a cycle neither [R-20]', () => {
      const first: Question = { ...hanging, when: { key: 'gender', value: 'Female' } };
      const broken = changed('step2', (step) => ({ ...step, questions: [first, ...step.questions] }));
      expect(checkDefinition(trialTexts, broken, trialKeys)).toContain(
        'familyNames depends on gender, which is asked after it',
      );
      const circle = changed('step3', (step) => ({
        ...step,
        questions: [
          ...step.questions.map((question) =>
            question.key === 'minimumQolList'
              ? { ...question, when: { key: trialKey, value: 'x' } }
              : question,
          ),
          hanging,
        ],
      }));
      expect(checkDefinition(trialTexts, circle, trialKeys)).toEqual(
        expect.arrayContaining([
          'minimumQolList depends on familyNames, which is asked after it',
          'familyNames depends on minimumQolList, which is not always asked itself',
        ]),
      );
    });

    it.each<[string, Partial<Question>]>([
      ['options', { kind: 'choice', options: qualityOfLifeOptions }],
      ['note', { note: 'receiveCare_note' }],
      ['number', { number: 27 }],
      ['why', { why: 'minimumQolList.why' }],
    ])('with %s, which its input would not show [R-20]', (field, change) => {
      expect(problemsWith('step3', change)).toContain(
        `familyNames depends on an answer, so no page shows its ${field}`,
      );
    });

    it('with a picture as the answer [R-20]', () => {
      expect(problemsWith('step3', { kind: 'signature' })).toContain(
        'familyNames depends on an answer, so no page asks for a signature',
      );
    });
  });

  describe('refuses an answer that would be in no row, or in two', () => {
    const words = { line: 'review.otherText' } as const;
    const withFields = (id: Step['id'], change: Partial<Question>) =>
      checkDefinition(
        trialTexts,
        stepsWith(id, {
          key: trialKey,
          kind: 'text',
          section: 'qualityOfLife',
          title: 'other_qolList.label',
          ...change,
        }),
        trialKeys,
      );

    it('as own words without an option, of an option that already has some, or of a row in sentences [R-20]', () => {
      expect(withFields('step3', { ownWords: words })).toContain(
        'familyNames holds own words for an option, and has no condition that names it',
      );
      const other = { key: 'minimumQolList', value: 'Other' } as const;
      expect(withFields('step3', { ownWords: words, when: other })).toContain(
        'familyNames holds own words for an option that has those of other_qolList',
      );
      const operations = { key: 'treatmentsSelected', value: 'Operations' } as const;
      expect(withFields('step5', { ownWords: words, when: operations })).toContain(
        'familyNames holds own words for an option of treatmentsSelected, whose row has no line for each option',
      );
    });

    it('as part of a row that does not word it, or under the key of another row [R-20]', () => {
      expect(withFields('step3', { mergedInto: 'minimumQolList' })).toContain(
        'familyNames is part of the row of minimumQolList, which has no wording for it',
      );
      expect(withFields('step3', { rowKey: 'name' })).toContain('Two rows have the key name');
    });
  });
});
