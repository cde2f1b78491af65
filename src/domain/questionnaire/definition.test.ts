import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../i18n/catalogue.ts';
import { hasRow, questionOf, questions, questionsInRowOf, stepOf, steps } from './definition.ts';
import { listOf } from './answers.ts';
import { contentOfDefinition } from './fingerprint.fixture.ts';
import { definitionVersion } from './questions/steps.ts';
import { stepsWith } from './trial.fixture.ts';
import type { Question, Step } from './questions/question.ts';
import type { AnswerKey, StepId } from './answers.ts';

const valuesOf = (key: AnswerKey) => questionOf(key).options?.map((option) => option.value);

describe('steps', () => {
  it('are the eleven of the source, in order [QGEN-02]', () => {
    expect(steps.map((step) => step.id).join(' ')).toBe(
      'step1 step2 step3 step4 step5 step6b step7 step8 checkout step9 step9b',
    );
  });

  it('can be skipped at 7 and 8 only, and only 8 is hidden from customers of a provider [QSTEP7-03] [QGEN-04]', () => {
    expect(steps.filter((step) => step.maySkip).map((step) => step.id)).toEqual(['step7', 'step8']);
    expect(steps.filter((step) => step.hideForProviderCustomers).map((step) => step.id)).toEqual(['step8']);
  });

  it('ask what the source lists [QSTEP1-01] [QSTEP2-01] [QSTEP5-02] [QSTEP6B-02] [QSTEP7-02] [QSTEP9-04] [QSTEP9-06]', () => {
    const asked = Object.fromEntries(
      steps.map((step) => [step.id, step.questions.map(({ key }) => key).join(' ')]),
    );
    expect(asked).toMatchObject({
      step1: 'firstName lastName hasHelp helperName',
      step2: 'dob gender postcode',
      step3: 'minimumQolList other_qolList',
      step5: 'cprStopBreathing cprCatastrophic treatmentsSelected',
      step6b: 'palliativeCare terminalCondition receiveCare other_receiveCare',
      step7: 'customsAndTraditions explanations otherCommentsOrWorries',
      step9: 'completeAll confirmationAcknowledgement confirmName signatureImage',
    });
  });

  it('number the questions from 1 to 26 [QSTEP4-01] [QSTEP5-01] [QSTEP6B-01] [QSTEP7-01]', () => {
    const numbers = (id: Step['id']) => stepOf(id).questions.flatMap((question) => question.number ?? []);
    expect(questions.flatMap((question) => question.number ?? [])).toEqual(
      Array.from({ length: 26 }, (_, index) => index + 1),
    );
    expect(numbers('step4')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    expect(numbers('step5')).toEqual([18, 19, 20]);
    expect(numbers('step6b')).toEqual([21, 22, 23]);
    expect(numbers('step7')).toEqual([24, 25, 26]);
  });
});

describe('step 4', () => {
  it('has the sixteen keys in order, each with its own optional note [QSTEP4-02] [QSTEP4-03] [QSTEP4-05]', () => {
    const keys =
      'cannotHear cannotSee cannotTalk mildPainMedication severePainMedication lowSleepMedication nauseaMedication cannotEat ' +
      'bladderControl bowelControl dependentDaily breathlessMedication noVisits conditionImpact dontRecognise ivTherapy';
    expect(
      stepOf('step4')
        .questions.map(({ key }) => key)
        .join(' '),
    ).toBe(keys);
    expect(stepOf('step4').questions.map(({ note }) => note)).toEqual(
      keys.split(' ').map((key) => `${key}_note`),
    );
  });

  it('stores three answers exactly [QSTEP4-04]', () => {
    for (const { key } of stepOf('step4').questions) {
      expect(valuesOf(key)).toEqual([
        'Life is not worth living',
        'Unsure/Not important to me',
        'Life is still worth living',
      ]);
    }
  });
});

describe('stored values are spelled exactly as in the source', () => {
  it('for help and gender [QGEN-15] [QSTEP1-02] [QSTEP2-02]', () => {
    expect(valuesOf('hasHelp')).toEqual(['Yes', 'No']);
    expect(valuesOf('gender')).toEqual(['Male', 'Female', 'Other']);
  });

  it('for the quality of life [QGEN-15] [QSTEP3-02]', () => {
    const source =
      'Being able to speak and communicate with others; Having independence; Having my family around me; Learning; Moving or stretching my body; Having enough money for the things I need; Having my friends around me; Eating good food; Using a computer; Being able to participate in cultural or religious activities; Being pain free, or without too much pain; Sleeping well; Having time alone; Visiting other places; Having a laugh; Other';
    expect(valuesOf('minimumQolList')?.join('; ')).toBe(source);
  });

  it('for CPR, the same three in both questions [QGEN-15] [QSTEP5-03]', () => {
    const source =
      'receive CPR regardless of expected quality of life; only if minimum quality of life is expected; do not want CPR';
    expect(valuesOf('cprStopBreathing')?.join('; ')).toBe(source);
    expect(valuesOf('cprCatastrophic')?.join('; ')).toBe(source);
  });

  it('for treatments, and None of these excludes the others [QGEN-15] [QSTEP5-05]', () => {
    const source =
      'Breathing Machine; artificial feeding tube into the stomach; artificial feeding tube through the nose; Kidney Machine; Blood transfusions; Operations; in-hospital intravenous antibiotic therapy; None of these';
    expect(valuesOf('treatmentsSelected')?.join('; ')).toBe(source);
    const alone = questionOf('treatmentsSelected').options?.filter((option) => option.exclusive);
    expect(alone?.map((option) => option.value)).toEqual(['None of these']);
    expect(questionOf('treatmentsSelected').note).toBe('treatmentsSelected_note');
  });

  it('for care when dying, each question with a note [QGEN-15] [QSTEP6B-02] [QSTEP6B-03] [QSTEP6B-04] [QSTEP6B-05]', () => {
    expect(valuesOf('palliativeCare')?.join('; ')).toBe(
      'death imminent in 24-72 hours; expected in less than six months; expected in less than one year; do not wish to receive palliative care and only want life-extending treatments',
    );
    expect(valuesOf('terminalCondition')?.join('; ')).toBe('be told as much as possible; not be told');
    expect(valuesOf('receiveCare')?.join('; ')).toBe(
      'in a hospital or similar; where easiest for family; at home; Other',
    );
    for (const key of ['palliativeCare', 'terminalCondition', 'receiveCare'] as const) {
      expect(questionOf(key).note).toBe(`${key}_note`);
    }
  });

  it('for signing [QGEN-15] [QSTEP9-01] [QSTEP9-02] [QSTEP9-05]', () => {
    expect(valuesOf('completeAll')).toEqual([
      'voluntary choices with no coercion',
      'considered current and future possible health states',
    ]);
    expect(valuesOf('confirmationAcknowledgement')).toEqual([
      'believe I have capacity',
      'capacity assessed and documented by my GP in the last 12 months',
    ]);
  });
});

describe('a lookup in the definition', () => {
  it('has a row for each answer in words that is part of no other row', () => {
    const without = questions.filter((question) => !hasRow(question)).map(({ key }) => key);
    expect(without).toEqual([
      'lastName',
      'helperName',
      'other_qolList',
      'other_receiveCare',
      'signatureImage',
    ]);
  });

  it('returns for a row what is merged into it and the own words of its options', () => {
    const inRow = (key: AnswerKey) => questionsInRowOf(questionOf(key)).map((each) => each.key);
    expect(inRow('firstName')).toEqual(['firstName', 'lastName']);
    expect(inRow('receiveCare')).toEqual(['receiveCare', 'other_receiveCare']);
    expect(inRow('minimumQolList')).toEqual(['minimumQolList', 'other_qolList']);
    expect(inRow('hasHelp')).toEqual(['hasHelp', 'helperName']);
    expect(inRow('gender')).toEqual(['gender']);
  });

  it('throws if there is no such step or question', () => {
    expect(() => stepOf('step10' as StepId)).toThrow('No step "step10"');
    expect(() => questionOf('colour' as AnswerKey)).toThrow('No question "colour"');
  });
});

it('a list of answers contains only texts, and is empty if there is none', () => {
  expect(listOf({ minimumQolList: ['Learning', 7, null, 'Other'] }, 'minimumQolList')).toEqual([
    'Learning',
    'Other',
  ]);
  for (const value of ['Learning', undefined, {}, 7])
    expect(listOf({ minimumQolList: value }, 'minimumQolList')).toEqual([]);
});

/** SHA-256 of each version of the definition. A released line never changes. */
const fingerprints: Readonly<Record<number, string>> = {
  1: '55f13d6f7fe2b626a311b49706238b4cdf5187d854549eb7f838aa3c49700ac1',
};

const fingerprintOf = (of: readonly Step[], catalogues = catalogue) =>
  createHash('sha256').update(contentOfDefinition(of, catalogues)).digest('hex');

describe('the version of the definition', () => {
  it('increases with every change of a question, option, condition, rule or text of a plan', () => {
    expect(
      fingerprintOf(steps),
      'What a signed plan says has changed. Raise definitionVersion in questions/steps.ts, and add a line to the table above.',
    ).toBe(fingerprints[definitionVersion]);
    expect(new Set(Object.values(fingerprints)).size).toBe(definitionVersion);
  });

  const changed = (key: AnswerKey, change: Partial<Question>) =>
    steps.map((step) => ({
      ...step,
      questions: step.questions.map((question) =>
        question.key === key ? { ...question, ...change } : question,
      ),
    }));
  const gender = questionOf('gender');
  const withText = (key: string, text: string) => ({ ...catalogue, zh: { ...catalogue.zh, [key]: text } });

  it.each([
    ['a question more', stepsWith('step3', { ...gender, key: 'postcode' }), catalogue],
    [
      'another text that a question requires',
      changed('gender', { required: 'dob.error.required' }),
      catalogue,
    ],
    ['an option less', changed('gender', { options: gender.options?.slice(1) ?? [] }), catalogue],
    ['another condition', changed('helperName', { when: { key: 'hasHelp', value: 'No' } }), catalogue],
    ['questions in another order', stepsReversed(), catalogue],
    ['another text of an option', steps, withText(gender.options?.[0]?.label ?? '', '其他')],
    ['another title', steps, withText(gender.title, '性别是')],
    ['another text of a row', steps, withText('review.notAnswered', '没有')],
  ])('must increase for %s', (_, of, catalogues) => {
    expect(fingerprintOf(of as Step[], catalogues)).not.toBe(fingerprintOf(steps));
  });

  it.each(['gender.error.required', 'hasHelp.why', 'signin.title'])(
    'need not increase for a text that no plan shows: %s',
    (key) => expect(fingerprintOf(steps, withText(key, '别的'))).toBe(fingerprintOf(steps)),
  );
});

function stepsReversed(): Step[] {
  return steps.map((step) => ({ ...step, questions: step.questions.toReversed() }));
}
