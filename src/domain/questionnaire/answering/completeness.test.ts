import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { healthKeys, stepIds, type AnswerKey, type Answers } from '../answers.ts';
import {
  canComplete,
  completionProblems,
  firstOpenStep,
  maySignAfter,
  missingAnswers,
  missingSteps,
  neighbourStep,
  placeInStep,
  placeToCarryOn,
  stepNumber,
  stepProgress,
  visibleSteps,
  wrongAnswers,
} from './completeness.ts';
import { questions, stepOf } from '../definition.ts';
import { stepProblems } from './validate.ts';
import { anyAnswers, completeAnswers } from '../answers.fixture.ts';

const own = { providerCustomer: false };
const provided = { providerCustomer: true };
const context = { today: '2026-11-21' };

function without(...keys: AnswerKey[]): Answers {
  return Object.fromEntries(
    Object.entries(completeAnswers()).filter(([key]) => !keys.includes(key as AnswerKey)),
  );
}

describe('going from a step to the page to sign', () => {
  it('is possible only from the last step with a required answer, and only if no earlier step lacks one', () => {
    const from = (answers: Answers) => stepIds.filter((step) => maySignAfter(step, answers, own));
    expect(from(completeAnswers())).toEqual(['step6b']);
    expect(from(without('palliativeCare'))).toEqual(['step6b']);
    expect(from(without('cannotTalk'))).toEqual([]);
    expect(from({})).toEqual([]);
    expect(maySignAfter('step6b', completeAnswers(), provided)).toBe(true);
  });

  it('passes no question that requires an answer, whatever the answers are', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...stepIds), (answers, step) => {
        if (!maySignAfter(step, answers, own)) return;
        const others = visibleSteps(own).filter((id) => id !== step && id !== 'step9');
        expect(others.flatMap((id) => missingAnswers(id, answers))).toEqual([]);
      }),
    );
  });
});

describe('visible steps', () => {
  it('are all eleven for a customer without a provider [QGEN-02]', () => {
    expect(visibleSteps(own)).toEqual([...stepIds]);
  });

  it('exclude trusted contacts for a customer of a provider, and the numbers move up [QGEN-04]', () => {
    expect(visibleSteps(provided)).toEqual(stepIds.filter((step) => step !== 'step8'));
    expect(stepNumber('checkout', own)).toEqual({ n: 9, total: 11 });
    expect(stepNumber('checkout', provided)).toEqual({ n: 8, total: 10 });
    expect(stepNumber('step7', provided)).toEqual({ n: 7, total: 10 });
    expect(stepNumber('step8', provided)).toBeUndefined();
  });

  it('lead from one to the next and back [QGEN-02] [QGEN-04]', () => {
    expect(neighbourStep('step7', own, 1)).toBe('step8');
    expect(neighbourStep('step7', provided, 1)).toBe('checkout');
    expect(neighbourStep('checkout', provided, -1)).toBe('step7');
    expect(neighbourStep('step9', own, -1)).toBe('checkout');
    expect(neighbourStep('step1', own, -1)).toBeUndefined();
    expect(neighbourStep('step9b', own, 1)).toBeUndefined();
  });
});

describe('missing steps', () => {
  it('are found by six fields, in order [QINC-03]', () => {
    expect(missingSteps({})).toEqual([
      { step: 'step1', field: 'firstName' },
      { step: 'step2', field: 'dob' },
      { step: 'step3', field: 'minimumQolList' },
      { step: 'step4', field: 'cannotHear' },
      { step: 'step5', field: 'cprStopBreathing' },
      { step: 'step6b', field: 'palliativeCare' },
    ]);
    expect(missingSteps(completeAnswers())).toEqual([]);
  });

  it('depend only on those fields [QINC-03]', () => {
    const checked = [
      'firstName',
      'dob',
      'minimumQolList',
      'cannotHear',
      'cprStopBreathing',
      'palliativeCare',
    ];
    for (const { key } of questions) {
      const found = missingSteps(without(key)).map(({ field }) => field);
      expect(found).toEqual(checked.includes(key) ? [key] : []);
    }
    expect(missingSteps({ ...completeAnswers(), minimumQolList: [] })).toEqual([
      { step: 'step3', field: 'minimumQolList' },
    ]);
    expect(missingSteps({ ...completeAnswers(), firstName: '  ' })).toEqual([
      { step: 'step1', field: 'firstName' },
    ]);
  });
});

describe('progress of a step', () => {
  it('counts the sixteen questions of step 4 [QSTEP4-01]', () => {
    expect(stepProgress('step4', {})).toEqual({ answered: 0, total: 16, status: 'notStarted' });
    const five = Object.fromEntries(healthKeys.slice(0, 5).map((key) => [key, 'Life is still worth living']));
    expect(stepProgress('step4', { ...five, cannotHear_note: 'x' })).toEqual({
      answered: 5,
      total: 16,
      status: 'partly',
    });
    expect(stepProgress('step4', completeAnswers())).toEqual({ answered: 16, total: 16, status: 'done' });
  });

  it('counts a question only while it applies', () => {
    expect(stepProgress('step1', completeAnswers())).toEqual({ answered: 3, total: 3, status: 'done' });
    expect(stepProgress('step1', { ...completeAnswers(), hasHelp: 'Yes' })).toEqual({
      answered: 3,
      total: 4,
      status: 'partly',
    });
  });

  it('shows a step of free texts as done with the first of them, and a step without questions as not started', () => {
    expect(stepProgress('step7', { explanations: 'x' })).toEqual({ answered: 1, total: 3, status: 'done' });
    expect(stepProgress('step7', {})).toEqual({ answered: 0, total: 3, status: 'notStarted' });
    expect(stepProgress('checkout', completeAnswers())).toEqual({
      answered: 0,
      total: 0,
      status: 'notStarted',
    });
  });
});

describe('the step at which the questionnaire opens', () => {
  it('is the first step with a required answer missing [QGEN-02]', () => {
    expect(firstOpenStep({}, own)).toBe('step1');
    expect(firstOpenStep(without('postcode', 'ivTherapy'), own)).toBe('step2');
    expect(firstOpenStep(without('ivTherapy'), own)).toBe('step4');
    expect(firstOpenStep(without('other_receiveCare', 'receiveCare'), provided)).toBe('step6b');
    expect(firstOpenStep({ ...completeAnswers(), receiveCare: 'Other' }, own)).toBe('step6b');
  });

  it('is step 9 if every question is answered, signed or not [QGEN-02]', () => {
    expect(firstOpenStep(completeAnswers(), own)).toBe('step9');
    expect(firstOpenStep(without('signatureImage', 'completeAll'), provided)).toBe('step9');
  });
});

describe('the rest of a step that is left for later', () => {
  it('is every required, applicable and unanswered question, in order [R-35] [D-36]', () => {
    const missing = (...args: Parameters<typeof missingAnswers>) =>
      missingAnswers(...args).map(({ key }) => key);
    expect(missing('step4', without('ivTherapy', 'cannotTalk'))).toEqual(['cannotTalk', 'ivTherapy']);
    expect(missing('step1', {})).toEqual(['firstName', 'lastName', 'hasHelp']);
    expect(missing('step1', { ...completeAnswers(), hasHelp: 'Yes' })).toEqual(['helperName']);
    expect(missing('step3', { minimumQolList: ['Other'] })).toEqual(['other_qolList']);
    expect(missing('step2', { ...completeAnswers(), postcode: ' ' })).toEqual(['postcode']);
    expect(missing('step7', {})).toEqual([]);
  });

  it('may be left, but invalid answers may not [R-35] [D-36]', () => {
    const wrong = (answers: Answers) => wrongAnswers('step2', answers, context);
    expect(wrong({})).toEqual([]);
    expect(wrong({ postcode: '12' })).toEqual([{ field: 'postcode', message: 'postcode.error.length' }]);
    expect(wrong({ dob: '31/02/1948', gender: 'Female' })).toEqual([
      { field: 'dob', message: 'dob.error.notReal' },
    ]);
    expect(wrongAnswers('step5', { treatmentsSelected: ['None of these', 'Operations'] }, context)).toEqual([
      {
        field: 'treatmentsSelected',
        message: 'treatmentsSelected.error.noneWithOthers',
        params: { n: 20 },
      },
    ]);
    const broken = { cannotHear: 7, cannotHear_note: 'x'.repeat(2001) } as unknown as Answers;
    expect(wrongAnswers('step4', broken, context).map(({ field }) => field)).toEqual([
      'cannotHear',
      'cannotHear_note',
    ]);
  });

  it('is exactly what "Save step" requires in addition, for any answers [R-35] [D-36]', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...stepIds), (answers, step) => {
        const left = missingAnswers(step, answers).map(({ key }) => key as string);
        const wrong = wrongAnswers(step, answers, context);
        const all = stepProblems(step, answers, context);
        expect(all.length).toBe(wrong.length + left.length);
        for (const problem of all) if (!left.includes(problem.field)) expect(wrong).toContainEqual(problem);
        for (const { field } of wrong) expect(left).not.toContain(field);
        expect(stepProgress(step, answers).status === 'done' && left.length > 0).toBe(false);
      }),
    );
  });

  it('prevents the plan from being signed, whatever was left [R-35] [D-36]', () => {
    fc.assert(
      fc.property(anyAnswers, (change) => {
        const answers: Answers = { ...completeAnswers(), ...change };
        const isLeft = stepIds.some((step) => missingAnswers(step, answers).length > 0);
        if (isLeft) expect(canComplete(answers, context)).toBe(false);
      }),
    );
  });
});

describe('the place where a person continues', () => {
  it('is the first question without an answer [R-35] [D-36]', () => {
    expect(placeToCarryOn(without('ivTherapy', 'cannotTalk'), own)).toEqual({
      step: 'step4',
      question: 'cannotTalk',
    });
    expect(placeToCarryOn({ ...completeAnswers(), receiveCare: 'Other' }, own)).toEqual({
      step: 'step6b',
      question: 'other_receiveCare',
    });
  });

  it('is the top of a step with nothing answered, and of the page to sign [R-35] [D-36]', () => {
    expect(placeToCarryOn({}, own)).toEqual({ step: 'step1' });
    const ofStep5 = stepOf('step5').questions.map(({ key }) => key);
    expect(placeToCarryOn(without(...ofStep5), provided)).toEqual({ step: 'step5' });
    expect(placeToCarryOn(completeAnswers(), own)).toEqual({ step: 'step9' });
    expect(placeInStep('step9', without('signatureImage'))).toEqual({ step: 'step9' });
  });

  it('is always a question that applies and has no answer, with all earlier ones answered [R-35] [D-36]', () => {
    fc.assert(
      fc.property(anyAnswers, fc.boolean(), (answers, providerCustomer) => {
        const { step, question } = placeToCarryOn(answers, { providerCustomer });
        expect(step).toBe(firstOpenStep(answers, { providerCustomer }));
        if (question) expect(missingAnswers(step, answers)[0]?.key).toBe(question);
        else if (step !== 'step9') expect(stepProgress(step, answers).answered).toBe(0);
      }),
    );
  });
});

describe('completing a plan', () => {
  it('requires every required answer of every step, including the signature [QSTEP9-03] [QSTEP9-13] [QSTEP4-08]', () => {
    expect(canComplete(completeAnswers(), context)).toBe(true);
    for (const { key, required, when } of questions) {
      if (required && !when) expect(canComplete(without(key), context), key).toBe(false);
    }
    expect(canComplete({}, context)).toBe(false);
  });

  it('requires every answer to be valid, and reports the step of an invalid one', () => {
    const answers = {
      ...completeAnswers(),
      dob: '01/01/2030',
      treatmentsSelected: ['None of these', 'Operations'],
    };
    expect(completionProblems(answers, context).map(({ step, field }) => `${step} ${field}`)).toEqual([
      'step2 dob',
      'step5 treatmentsSelected',
    ]);
    expect(canComplete(answers, context)).toBe(false);
  });

  it('is possible only if no step is missing and nothing is open before step 9', () => {
    fc.assert(
      fc.property(anyAnswers, (change) => {
        const answers: Answers = { ...completeAnswers(), ...change };
        if (!canComplete(answers, context)) return;
        expect(missingSteps(answers)).toEqual([]);
        expect(firstOpenStep(answers, own)).toBe('step9');
      }),
    );
  });
});
