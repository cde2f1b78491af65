import { describe, expect, it } from 'vitest';
import { userStatuses } from '../../account-lists.ts';
import { actionRows } from './customer-actions.fixture.ts';
import { customerActions, customerActionsFor, isAllowedAction } from './customer-actions.ts';

describe('what staff can do with a customer', () => {
  it('is defined for every status [CACT-01]', () => {
    expect([...userStatuses].sort()).toEqual(['active', 'archived', 'invited', 'suspended']);
    expect([...new Set(actionRows.map(({ status }) => status))].sort()).toEqual([...userStatuses].sort());
  });

  it.each(actionRows)(
    'on the side of the $side, for a customer who is $status and has $email, is as in the rows [CACT-03] [CACT-04] [CACT-05] [CACT-06] [CACT-07] [CACT-08] [CACT-09] [CACT-10] [CACT-11] [CACT-12] [CACT-13]',
    ({ side, status, facts, menu }) => {
      const offered = customerActionsFor({ side, isEditor: true }, { status, ...facts });
      expect(offered.toSorted()).toEqual(menu.toSorted());
    },
  );

  it.each(actionRows)(
    'includes outside the menu removing, and setting an address for an active account: $side, $status, $email [CACT-11] [GAP-79]',
    ({ side, status, facts, menu }) => {
      const allowed = customerActions.filter((action) =>
        isAllowedAction(action, { side, isEditor: true }, { status, ...facts }),
      );
      const more = status === 'active' ? ['remove', 'designateEmail'] : ['remove'];
      expect(allowed.toSorted()).toEqual([...new Set([...menu, ...more])].toSorted());
    },
  );

  it.each(actionRows)(
    'is viewing and undoing the removal for a customer who is to be removed: $side, $status, $email [S-06] [D-62]',
    ({ side, status, facts }) => {
      const staff = { side, isEditor: true };
      const removed = { status, ...facts, toBeRemoved: true, houseId: 'banksia' };
      expect(customerActionsFor(staff, removed)).toEqual(['view', 'takeBack']);
      expect(customerActions.filter((action) => isAllowedAction(action, staff, removed))).toEqual([
        'view',
        'takeBack',
      ]);
    },
  );

  it.each(actionRows)(
    'includes a move between houses that they manage: $side, $status, $email [S-46] [D-63]',
    ({ side, status, facts, menu }) => {
      const offered = (houseId: string | null, onlyHouseId?: string) =>
        customerActionsFor(
          { side, isEditor: true, ...(onlyHouseId !== undefined && { onlyHouseId }) },
          { status, ...facts, houseId },
        );
      const handOver = side === 'provider' ? ['handOver'] : [];
      expect(offered('banksia').toSorted()).toEqual([...menu, 'move', ...handOver].toSorted());
      expect(offered('banksia', 'correa')).toContain('move');
      expect(offered('banksia', 'banksia')).not.toContain('move');
      expect(offered(null)).not.toContain('move');
    },
  );

  it.each(actionRows)(
    'is only viewing without the rights of an editor: $side, $status, $email [CTABLE-04] [GAP-16]',
    ({ side, status, facts }) => {
      const viewer = { side, isEditor: false };
      expect(customerActionsFor(viewer, { status, ...facts, houseId: 'banksia' })).toEqual(['view']);
      expect(
        customerActions.filter((action) => isAllowedAction(action, viewer, { status, ...facts })),
      ).toEqual(['view']);
    },
  );
});
