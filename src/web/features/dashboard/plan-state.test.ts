import { describe, expect, it } from 'vitest';
import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { greetingAt, planState } from './plan-state.ts';

const person = {
  id: 'u',
  first_name: 'George',
  last_name: 'Papadakis',
  dob: null,
  provider: null,
  for_my_self: true,
  account_owner: 'self',
};
const plan = (
  answers: Answers,
  more: Partial<Parameters<typeof planState>[0]> = {},
): Parameters<typeof planState>[0] => ({
  answers,
  status: 'draft',
  external: false,
  locked: false,
  user: person,
  ...more,
});
const begun: Answers = {
  firstName: 'George',
  lastName: 'Papadakis',
  hasHelp: 'No',
  dob: '23/11/1951',
  gender: 'Male',
  postcode: '5000',
  minimumQolList: ['Having a laugh'],
  cannotHear: 'Life is still worth living',
};

describe('the state of the plan', () => {
  it('is new before the first answer, and continues with the first step [DASH-10]', () => {
    expect(planState(plan({}), [])).toEqual({
      stage: 'new',
      done: 0,
      total: 10,
      next: { step: 'step1', n: 1 },
      minutes: 40,
    });
  });

  it('counts the finished steps of a draft and continues where an answer is missing [DASH-10]', () => {
    expect(planState(plan(begun), [])).toEqual({
      stage: 'draft',
      done: 3,
      total: 10,
      next: { step: 'step4', question: 'cannotSee', n: 4 },
      minutes: 35,
    });
  });

  it('counts the steps that a provider’s customer has', () => {
    const { total } = planState(plan(begun, { user: { ...person, provider: 'Banksia House' } }), []);
    expect(total).toBeLessThan(10);
  });

  it('is all done once signed, and says if it is locked or on papers', () => {
    expect(planState(plan(begun, { status: 'complete' }), [])).toMatchObject({
      stage: 'complete',
      done: 10,
      total: 10,
    });
    expect(planState(plan(begun, { status: 'complete', locked: true }), []).stage).toBe('locked');
    expect(planState(plan({}, { external: true }), []).stage).toBe('external');
  });
});

describe('the greeting', () => {
  it.each([
    [4, 'dash.greetingMorning'],
    [11, 'dash.greetingMorning'],
    [12, 'dash.greetingAfternoon'],
    [17, 'dash.greetingAfternoon'],
    [18, 'dash.greetingEvening'],
    [3, 'dash.greetingEvening'],
  ])('at %i is %s', (hour, key) => {
    expect(greetingAt(hour)).toBe(key);
  });
});
