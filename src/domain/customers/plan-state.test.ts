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
    expect(planStateOf('none', { locked: false, review: false })).toBe('draft');
  });

  it('has a colour, red if it is unknown [CTABLE-22]', () => {
    expect([...planStates, 'lost', ''].map(dotOf)).toEqual([
      'amber',
      'amber',
      'green',
      'grey',
      'blue',
      'red',
      'red',
    ]);
  });

  it('is shown as unknown if another release sends one that this one does not know [CTABLE-22]', () => {
    expect(planStates.map(knownPlanState)).toEqual([...planStates]);
    expect(['lost', '', 'toString'].map(knownPlanState)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});
