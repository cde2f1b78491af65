import { describe, expect, it } from 'vitest';
import { acpStatusOf, dotOf, knownPlanState, planProgresses, planStateOf, planStates } from './plan-state.ts';

describe('the state of a plan in the table of customers', () => {
  it('is complete with only an ACP file [CTABLE-07]', () => {
    expect(planProgresses.map(acpStatusOf)).toEqual(['draft', 'draft', 'complete']);
  });

  it('is a lock before a paper that waits, and both before its progress [CTABLE-22]', () => {
    const state = (locked: boolean, review: boolean) => planStateOf('complete', { locked, review });
    expect([state(true, true), state(true, false), state(false, true), state(false, false)]).toEqual([
      'locked',
      'locked',
      'review',
      'complete',
    ]);
  });

  it('is that there is no plan yet, and not a draft, until one is started [N-05] [S-73]', () => {
    const unlocked = { locked: false, review: false };
    expect(planProgresses.map((plan) => planStateOf(plan, unlocked))).toEqual(['none', 'draft', 'complete']);
    expect(planStateOf('none', { locked: false, review: true })).toBe('review');
  });

  it('has a colour, red if it is unknown [CTABLE-22]', () => {
    expect([...planStates, 'lost', ''].map(dotOf)).toEqual([
      'amber',
      'amber',
      'green',
      'grey',
      'blue',
      'amber',
      'red',
      'red',
    ]);
  });

  it('is shown as unknown if another release sends one that this one does not know [CTABLE-22]', () => {
    expect(planStates.map(knownPlanState)).toEqual([...planStates]);
    expect(['lost', '', 'toString'].map(knownPlanState)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});
