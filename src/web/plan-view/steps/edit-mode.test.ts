import { describe, expect, it } from 'vitest';
import { cachingSteps, closedBy, editRefusal, editStepOf } from './edit-mode.ts';
import { inEditMode, listSteps } from './progress.ts';

const complete = { status: 'complete', locked: false } as const;

describe('edit mode', () => {
  it('keeps the answers of steps 3, 4, 5, 6b and 7, and of no other [QEDIT-03]', () => {
    expect(cachingSteps).toEqual(['step3', 'step4', 'step5', 'step6b', 'step7']);
  });

  it('is available only for a signed plan of the person themselves [QEDIT-02, GAP-42, GAP-46, D-14]', () => {
    expect(editRefusal(complete, true)).toBeUndefined();
    expect(editRefusal({ status: 'draft', locked: false }, true)).toBe('draft');
    expect(editRefusal({ status: 'complete', locked: true }, true)).toBe('locked');
    expect(editRefusal(complete, false)).toBe('staff');
  });

  it('is closed to a staff member after the plan is signed, and to everyone while it is locked [R-37] [D-14, D-42]', () => {
    expect(closedBy({ status: 'draft', locked: false }, false)).toBeUndefined();
    expect(closedBy(complete, false)).toBe('staff');
    expect(closedBy(complete, true)).toBeUndefined();
    expect(closedBy({ status: 'complete', locked: true }, false)).toBe('locked');
  });

  it.each(['step1', 'step3', 'step6b', 'step8'])('is on if the address contains %s [QEDIT-02]', (step) => {
    expect(editStepOf(step)).toBe(step);
  });

  it.each([undefined, '', 'checkout', 'step9', 'step9b', 'step6', 'constructor', 3, ['step3']])(
    'is off if the address contains %s [QEDIT-02]',
    (named) => expect(editStepOf(named)).toBeUndefined(),
  );

  it('keeps the links of the step list in edit mode; the last step opens if an edit waits there [QEDIT-02, QEDIT-03]', () => {
    const steps = listSteps({
      answers: {},
      audience: { providerCustomer: false },
      complete: true,
      passed: [],
    });
    const waysOf = (edited: Parameters<typeof inEditMode>[1]) =>
      Object.fromEntries(
        inEditMode(steps, edited).map(({ id, reached, editStep }) => [id, reached ? editStep : 'closed']),
      );
    expect(waysOf([])).toMatchObject({ step3: 'step3', step8: 'step8', checkout: 'closed', step9: 'closed' });
    expect(waysOf(['step5', 'step7'])).toMatchObject({ step9: 'step5' });
  });
});
