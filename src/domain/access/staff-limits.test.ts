import { describe, expect, it } from 'vitest';
import { expectedDecisions } from './access-matrix.fixture.ts';
import { actions } from './access.ts';
import { refusedTogether, refusedToStaffInside, staffLimits } from './staff-limits.ts';

describe("what a staff member cannot do in a customer's account", () => {
  it('is what the hand-written matrix refuses them [R-37] [D-42]', () => {
    const kept = actions.filter((action) => {
      const decisions = expectedDecisions(action);
      return decisions.customer === 'allow' && decisions['staff member in the account'] !== 'allow';
    });
    expect([...refusedToStaffInside].toSorted()).toEqual(kept.toSorted());
  });

  it('has a reason to show beforehand, for each refused action and no other [R-37] [D-42]', () => {
    expect(Object.keys(staffLimits).toSorted()).toEqual([...refusedToStaffInside].toSorted());
  });

  it('is all that a customer with staff beside them cannot do either, except sign and agree, as in the hand-written matrix [N-08]', () => {
    const kept = actions.filter((action) => {
      const decisions = expectedDecisions(action);
      return decisions.customer === 'allow' && decisions['customer with staff beside'] !== 'allow';
    });
    expect([...refusedTogether].toSorted()).toEqual(kept.toSorted());
    expect([...refusedToStaffInside].filter((action) => !refusedTogether.has(action)).toSorted()).toEqual([
      'account.consent',
      'plan.sign',
    ]);
  });
});
