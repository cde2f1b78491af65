import { describe, expect, it } from 'vitest';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { completeAnswers } from '../../../domain/questionnaire/answers.fixture.ts';
import { listSteps, numberedSteps, openSteps } from './progress.ts';

const today = '2026-11-21';
const fullAnswers = completeAnswers();
const self = { providerCustomer: false };
const list = (answers: Answers, parts: Partial<Parameters<typeof listSteps>[0]> = {}) =>
  listSteps({ answers, audience: self, complete: false, passed: [], ...parts });

describe('the list of steps', () => {
  it('has ten numbered steps in order, and nine for customers of a provider [QGEN-02] [QGEN-04]', () => {
    expect(numberedSteps(self)).toEqual([
      'step1',
      'step2',
      'step3',
      'step4',
      'step5',
      'step6b',
      'step7',
      'step8',
      'checkout',
      'step9',
    ]);
    const steps = list({}, { audience: { providerCustomer: true } });
    expect(steps.map(({ id }) => id)).not.toContain('step8');
    expect(steps.find(({ id }) => id === 'step9')?.n).toBe(9);
  });

  it('opens only steps that were reached [QGEN-02]', () => {
    expect(
      list({})
        .filter(({ reached }) => reached)
        .map(({ id }) => id),
    ).toEqual(['step1']);
    expect(list({}, { current: 'step3' }).filter(({ reached }) => reached)).toHaveLength(3);
    expect(list(fullAnswers).every(({ reached }) => reached)).toBe(true);
  });

  it('shows done, partly and not started by the answers [QINC-01]', () => {
    const { cannotTalk: _, ...partly } = fullAnswers;
    const statusOf = (answers: Answers, id: string) => list(answers).find((step) => step.id === id)?.status;
    expect(statusOf(partly, 'step4')).toBe('partly');
    expect(statusOf(fullAnswers, 'step4')).toBe('done');
    expect(statusOf({}, 'step4')).toBe('notStarted');
  });

  it('shows a step that was left incomplete as started, with a link to its first missing answer, and opens the steps after it [R-35] [D-36]', () => {
    const { cannotTalk: _, cprStopBreathing: __, ...rest } = fullAnswers;
    const entry = (answers: Answers, id: string, parts = {}) =>
      list(answers, parts).find((step) => step.id === id);
    expect(entry(rest, 'step4')).toMatchObject({
      status: 'partly',
      answered: 15,
      total: 16,
      question: 'cannotTalk',
    });
    expect(entry(rest, 'step5')).toMatchObject({ status: 'partly', question: 'cprStopBreathing' });
    expect(entry(rest, 'step4', { current: 'step4' })?.question).toBeUndefined();
    expect(entry(fullAnswers, 'step4')?.question).toBeUndefined();
    const left = { passed: ['step1', 'step2'] as const };
    expect(entry({}, 'step2', left)).toMatchObject({ status: 'partly', reached: true, answered: 0 });
    expect(entry({}, 'step3', left)).toMatchObject({ status: 'notStarted', reached: true });
    expect(entry({}, 'step4', left)?.reached).toBe(false);
  });

  it('shows a passed step as done, and an empty optional step for text as skipped [QSTEP7-03] [QSTEP8-05]', () => {
    const steps = list({}, { passed: ['step7', 'step8'] });
    expect(steps.find(({ id }) => id === 'step8')?.status).toBe('done');
    expect(steps.find(({ id }) => id === 'step7')?.status).toBe('skipped');
    expect(list(fullAnswers, { complete: true }).filter(({ status }) => status === 'notStarted')).toEqual([]);
  });
});

describe('the steps that prevent a plan from being signed', () => {
  it('are none if everything is answered [QINC-01]', () => {
    expect(openSteps(fullAnswers, { today })).toEqual([]);
  });

  it('are listed with the checked field that has no answer [QINC-01] [QINC-03]', () => {
    expect(openSteps({}, { today }).map(({ field }) => field)).toEqual([
      'firstName',
      'dob',
      'minimumQolList',
      'cannotHear',
      'cprStopBreathing',
      'palliativeCare',
    ]);
  });

  it('include a step with other required answers that are missing or invalid [QINC-01] [QSTEP4-08]', () => {
    const { ivTherapy: _, ...rest } = fullAnswers;
    expect(openSteps(rest, { today })).toEqual([
      { step: 'step4', answered: 15, total: 16, fields: ['ivTherapy'] },
    ]);
    expect(openSteps({ ...fullAnswers, postcode: '12' }, { today }).map(({ step }) => step)).toEqual([
      'step2',
    ]);
  });

  it('list each missing or invalid answer, in order [R-42] [D-36]', () => {
    const { ivTherapy: _, cannotHear: __, dob: ___, ...rest } = fullAnswers;
    const open = openSteps({ ...rest, postcode: '12', hasHelp: 'Yes' }, { today });
    expect(open.map(({ step, fields }) => [step, fields])).toEqual([
      ['step1', ['helperName']],
      ['step2', ['dob', 'postcode']],
      ['step4', ['cannotHear', 'ivTherapy']],
    ]);
  });

  it('never include the page to sign itself [GAP-40]', () => {
    const { signatureImage: _, ...unsigned } = fullAnswers;
    expect(openSteps(unsigned, { today })).toEqual([]);
  });
});
