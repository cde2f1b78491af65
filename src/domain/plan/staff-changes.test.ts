import { describe, expect, it } from 'vitest';
import {
  losesMarkWithout,
  refusalOfExternal,
  refusalOfLock,
  refusalOfRollback,
  type ControlledPlan,
} from './staff-changes.ts';

const draft: ControlledPlan = { status: 'draft', locked: false, external: false };
const signed: ControlledPlan = { ...draft, status: 'complete' };
const papers: ControlledPlan = { ...draft, external: true };
const locked: ControlledPlan = { ...signed, locked: true };

describe('a change of a plan by staff', () => {
  it('locks a signed or external plan, and no draft', () => {
    expect(refusalOfLock(signed)).toBeNull();
    expect(refusalOfLock(papers)).toBeNull();
    expect(refusalOfLock({ ...signed, external: true })).toBeNull();
    expect(refusalOfLock(draft)).toBe('not-signed');
  });

  it('marks a plan as external if it has at least one paper and no lock', () => {
    expect(refusalOfExternal(draft, 1)).toBeNull();
    expect(refusalOfExternal(signed, 2)).toBeNull();
    expect(refusalOfExternal(draft, 0)).toBe('no-documents');
    expect(refusalOfExternal(locked, 1)).toBe('locked');
    expect(refusalOfExternal(locked, 0)).toBe('locked');
  });

  it('restores an earlier state only over a signed one, and never under a lock', () => {
    expect(refusalOfRollback(signed)).toBeNull();
    expect(refusalOfRollback(draft)).toBe('not-signed');
    expect(refusalOfRollback({ ...signed, external: true })).toBeNull();
    expect(refusalOfRollback(papers)).toBe('not-signed');
    expect(refusalOfRollback(locked)).toBe('locked');
    expect(refusalOfRollback({ ...papers, locked: true })).toBe('locked');
  });

  it('removes the mark from an external plan with its last paper', () => {
    expect(losesMarkWithout(papers, 0)).toBe(true);
    expect(losesMarkWithout(papers, 1)).toBe(false);
    expect(losesMarkWithout(draft, 0)).toBe(false);
  });
});
