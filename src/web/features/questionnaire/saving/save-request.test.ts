import { describe, expect, it } from 'vitest';
import type { Answers, StepId } from '../../../../domain/questionnaire/answers.ts';
import { personChange } from './person-change.ts';
import type { SavedPlan } from '../../../plan-view/plan.ts';
import { endsStep, makeAttempts, saveRequest, type SaveIntent } from './save-request.ts';
import { changesOf, valuesOf } from '../../../plan-view/steps/step-values.ts';

const now = new Date('2026-11-21T02:03:04Z');

const plan = (parts: Partial<SavedPlan> = {}): SavedPlan => ({
  id: 'plan-1',
  status: 'draft',
  version: 7,
  plan_version: 0,
  locked: false,
  answers: {},
  definition_version: 1,
  signed_sections: null,
  share_date: null,
  completed_at: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-20T00:00:00.000Z',
  ...parts,
});

const request = (saved: SavedPlan, step: StepId, answers: Answers, intent: SaveIntent = 'step') =>
  saveRequest({ plan: saved, step, values: valuesOf(step, answers), intent, now });

describe('a save request', () => {
  it('keeps a draft a draft, with the present time and the version that it is based on [QGEN-06] [QGEN-07] [API-04]', () => {
    expect(request(plan(), 'step7', { explanations: 'Tea' })).toEqual({
      id: 'plan-1',
      answers: { explanations: 'Tea' },
      status: 'draft',
      version: 7,
      step: 'step7',
      completed_at: '2026-11-21T02:03:04.000Z',
    });
  });

  it('completes the plan with step 9 only, and only when it is signed [QSTEP9-16] [QSTEP9-17]', () => {
    const signed = request(plan(), 'step9', { confirmName: 'Mei' });
    expect(signed).toMatchObject({ status: 'complete', completed_at: now.toISOString() });
    expect(request(plan(), 'step9', { confirmName: 'Mei' }, 'later').status).toBe('draft');
    expect(request(plan(), 'step6b', {}).status).toBe('draft');
  });

  it('names the step only when it is finished; the page of a step and a step left for later are saved without it', () => {
    const intents = ['step', 'sign', 'rest', 'later', 'page'] as const;
    const steps = intents.map((intent) => request(plan(), 'step6b', {}, intent).step);
    expect(steps).toEqual(['step6b', 'step6b', null, null, null]);
    expect(intents.filter(endsStep)).toEqual(['step', 'sign', 'rest']);
    for (const intent of intents) expect(request(plan(), 'step6b', {}, intent).status).toBe('draft');
  });

  it('has the answers of both steps that are on one page, and names the later one, whose answers the server then checks', () => {
    const values = valuesOf(['step1', 'step2'], { firstName: 'Mei', postcode: '3280' });
    const both = { plan: plan(), step: 'step1', joined: 'step2', values, now } as const;
    expect(saveRequest({ ...both, intent: 'step' })).toMatchObject({
      answers: { firstName: 'Mei', postcode: '3280' },
      step: 'step2',
      status: 'draft',
    });
    expect(saveRequest({ ...both, intent: 'later' }).step).toBeNull();
    expect(personChange(['step1', 'step2'], { firstName: 'Mei', postcode: '3280' })).toEqual({
      first_name: 'Mei',
      postcode: '3280',
    });
  });

  it('keeps the status and the date of a complete plan [QSTEP9-18]', () => {
    const complete = plan({ status: 'complete', completed_at: '2026-10-01T00:00:00.000Z' });
    const kept = { status: 'complete', completed_at: '2026-10-01T00:00:00.000Z' };
    expect(request(complete, 'step9', { confirmName: 'Mei' })).toMatchObject(kept);
    expect(request(complete, 'step3', { minimumQolList: ['Learning'] })).toMatchObject(kept);
  });

  it('marks a confirmed edit as a revision, with the answers of every edited step and the dates that stay [QEDIT-04] [QEDIT-05] [API-04]', () => {
    const complete = plan({
      status: 'complete',
      completed_at: '2026-10-01T00:00:00.000Z',
      answers: { explanations: 'Tea', receiveCare: 'at home', confirmName: 'Mei' },
    });
    const values = {
      ...valuesOf(['step6b', 'step7', 'step9'], complete.answers),
      explanations: 'Coffee',
      receiveCare: 'where easiest for family',
    };
    expect(
      saveRequest({
        plan: complete,
        step: 'step9',
        values,
        intent: 'step',
        now,
        edited: ['step6b', 'step7'],
      }),
    ).toEqual({
      id: 'plan-1',
      answers: { explanations: 'Coffee', receiveCare: 'where easiest for family' },
      status: 'complete',
      version: 7,
      step: 'step9',
      confirmed: ['explanations', 'receiveCare'],
      completed_at: '2026-10-01T00:00:00.000Z',
      type: 'revision',
      created_at: '2026-11-01T00:00:00.000Z',
      share_date: null,
    });
    const shared = { ...complete, share_date: '2026-10-02T00:00:00.000Z' };
    expect(
      saveRequest({ plan: shared, step: 'step9', values, intent: 'step', now, edited: ['step7'] }).share_date,
    ).toBe(shared.share_date);
  });

  it('does not mark a plain save of a complete plan as a revision [QEDIT-04, CON-19]', () => {
    const complete = plan({ status: 'complete', completed_at: '2026-10-01T00:00:00.000Z' });
    expect(request(complete, 'step7', { explanations: 'Tea' })).not.toHaveProperty('type');
  });

  it('names no step when the user comes back later, so that no answer is required [GAP-40]', () => {
    expect(request(plan(), 'step4', {}, 'later').step).toBeNull();
  });

  it('contains only changed answers, and removes erased ones [API-04]', () => {
    const saved: Answers = {
      cannotHear: 'Life is still worth living',
      cannotHear_note: 'Old',
      cannotSee: 'Life is not worth living',
    };
    const values = valuesOf('step4', {
      ...saved,
      cannotHear_note: '  ',
      cannotTalk: 'Life is not worth living',
    });
    expect(changesOf('step4', saved, values)).toEqual({
      cannotHear_note: null,
      cannotTalk: 'Life is not worth living',
    });
  });

  it('clears the helper, the other need and the other place with the answer that they belong to [QSTEP1-09] [QSTEP3-05] [QSTEP6B-10]', () => {
    const cleared = (step: Parameters<typeof valuesOf>[0], saved: Answers, next: Answers) =>
      changesOf(step, saved, valuesOf(step, { ...saved, ...next }));
    expect(cleared('step1', { hasHelp: 'Yes', helperName: 'Daniel' }, { hasHelp: 'No' })).toEqual({
      hasHelp: 'No',
      helperName: null,
    });
    const needs = { minimumQolList: ['Learning', 'Other'], other_qolList: 'My garden' };
    expect(cleared('step3', needs, { minimumQolList: ['Learning'] })).toEqual({
      minimumQolList: ['Learning'],
      other_qolList: null,
    });
    const place = { receiveCare: 'Other', other_receiveCare: 'By the sea' };
    expect(cleared('step6b', place, { receiveCare: 'at home' })).toEqual({
      receiveCare: 'at home',
      other_receiveCare: null,
    });
  });

  it('stores options as spelled, and normalises typed text [QGEN-15]', () => {
    const values = valuesOf('step5', {
      cprStopBreathing: 'do not want CPR',
      treatmentsSelected: ['Operations', 'Breathing Machine'],
    });
    expect(changesOf('step5', {}, values)).toEqual({
      cprStopBreathing: 'do not want CPR',
      treatmentsSelected: ['Breathing Machine', 'Operations'],
    });
    expect(changesOf('step1', {}, valuesOf('step1', { firstName: '  Mei  Lin ' }))).toEqual({
      firstName: 'Mei Lin',
    });
  });
});

describe('retrying a save', () => {
  it('sends exactly the same request until the outcome is known [ERR-06] [QGEN-13]', () => {
    let keys = 0;
    const attempts = makeAttempts(() => `key-${(keys += 1)}`);
    const first = attempts.next(request(plan(), 'step7', { explanations: 'Tea' }));
    const later = {
      ...request(plan(), 'step7', { explanations: 'Tea' }),
      completed_at: '2026-11-21T09:00:00.000Z',
    };
    expect(attempts.next(later)).toBe(first);
    attempts.settle();
    expect(attempts.sent()).toBeUndefined();
    expect(attempts.next(later).idempotency_key).toBe('key-2');
  });

  it('uses another key for another save [ERR-06]', () => {
    let keys = 0;
    const attempts = makeAttempts(() => `key-${(keys += 1)}`);
    const first = attempts.next(request(plan(), 'step7', { explanations: 'Tea' }));
    const changed = attempts.next(request(plan(), 'step7', { explanations: 'Coffee' }));
    const rebased = attempts.next(request(plan({ version: 8 }), 'step7', { explanations: 'Coffee' }));
    expect(new Set([first, changed, rebased].map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
    expect(attempts.sent()).toEqual({ explanations: 'Coffee' });
  });
});

describe('the change of the account with a step', () => {
  it('contains the names after step 1 [QSTEP1-10] [API-05]', () => {
    expect(personChange('step1', { firstName: 'Mei', lastName: 'Wong' })).toEqual({
      first_name: 'Mei',
      last_name: 'Wong',
    });
  });

  it('contains birth date, gender and postcode after step 2 [QSTEP2-08] [API-06]', () => {
    const answers: Answers = { dob: '04/05/1948', gender: 'Female', postcode: '3280' };
    expect(personChange('step2', answers)).toEqual({ dob: '1948-05-04', gender: 'Female', postcode: '3280' });
  });

  it('contains only answered questions, if the rest is left for later [D-36]', () => {
    expect(personChange('step1', { firstName: 'Mei' })).toEqual({ first_name: 'Mei' });
    expect(personChange('step2', { postcode: '3280' })).toEqual({ postcode: '3280' });
    expect(personChange('step1', {})).toBeUndefined();
  });

  it('is empty after the other steps [QSTEP1-10] [QSTEP2-08]', () => {
    expect(personChange('step3', { firstName: 'Mei' })).toBeUndefined();
  });
});
