import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changesOfMove,
  customerMoveProblem,
  moveChanges,
  moveUndoEnds,
  moveUndoMs,
  moveUndoProblem,
  trialAfterMove,
  type House,
  type HouseTrial,
  type MovingCustomer,
} from './moves.ts';

const house = (name: string, more: Partial<House> = {}): House => ({
  ...{ id: name, name, archived: false, path: ['root', name], phone: '03 5550 0140', payerId: 'root' },
  trial: { state: 'none' },
  ...more,
});
const banksia = house('banksia');
const correa = house('correa');
const elsewhere = house('grevillea', { path: ['other', 'grevillea'], payerId: 'other' });
const customer = (more: Partial<MovingCustomer> = {}): MovingCustomer => ({
  ...{ from: banksia, isInvited: false, toBeRemoved: false, customerId: null, room: null },
  ...{ isIdTaken: false, trialEnds: null },
  ...more,
});
const running: HouseTrial = { state: 'running', customerEnds: '2026-12-20' };
const over: HouseTrial = { state: 'over' };

describe('a move to another house', () => {
  it('is refused with one reason for each [S-46] [D-63]', () => {
    const found = [
      customerMoveProblem(customer(), correa),
      customerMoveProblem(customer(), { ...correa, archived: true }),
      customerMoveProblem(customer({ from: { ...banksia, archived: true } }), correa),
      customerMoveProblem(customer({ from: null }), correa),
      customerMoveProblem(customer(), banksia),
      customerMoveProblem(customer({ toBeRemoved: true }), correa),
      customerMoveProblem(customer({ customerId: '7', isIdTaken: true }), correa),
      customerMoveProblem(customer(), { ...elsewhere, trial: over }),
      customerMoveProblem(customer(), { ...correa, trial: over }),
    ];
    expect(found).toEqual([
      ...[null, 'archived', null, 'noHouse', 'same', 'toBeRemoved', 'idTaken', 'trialOver'],
      // Within an organisation whose trial is over.
      null,
    ]);
  });

  it('lists the changes, and no unchanged facts [S-46] [D-63]', () => {
    expect(changesOfMove([customer()], correa)).toEqual(['readers']);
    expect(changesOfMove([customer()], elsewhere)).toEqual(['readers', 'organisation', 'payer']);
    expect(changesOfMove([customer()], { ...correa, phone: '03 5550 0199' })).toEqual(['readers', 'phone']);
    expect(changesOfMove([customer()], { ...correa, phone: null })).toEqual(['readers', 'noPhone']);
    expect(changesOfMove([customer()], { ...correa, trial: running })).toEqual(['readers', 'trial']);
    expect(changesOfMove([customer({ customerId: '7', isInvited: true })], correa)).toEqual([
      'readers',
      'customerId',
      'invitation',
    ]);
    expect(changesOfMove([customer({ room: '12B' })], correa)).toEqual(['readers', 'room']);
    expect(changesOfMove([customer({ from: null })], correa)).toEqual([]);
  });

  it('lists for several customers the changes of any of them, in one order', () => {
    const someHouse = fc.constantFrom(
      banksia,
      correa,
      elsewhere,
      house('lodge', { phone: null, payerId: 'lodge', trial: running }),
    );
    const someCustomer = fc.record({
      from: fc.option(someHouse, { nil: null }),
      isInvited: fc.boolean(),
      toBeRemoved: fc.boolean(),
      customerId: fc.option(fc.constant('7'), { nil: null }),
      room: fc.option(fc.constant('12B'), { nil: null }),
      isIdTaken: fc.boolean(),
      trialEnds: fc.option(fc.constant('2026-12-01'), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(someCustomer), someHouse, (customers, to) => {
        const all = changesOfMove(customers, to);
        const each = new Set(customers.flatMap((one) => changesOfMove([one], to)));
        expect(all).toEqual(moveChanges.filter((change) => each.has(change)));
      }),
    );
  });

  it('gives a customer the trial of the new house, and keeps the date of a running one', () => {
    expect(trialAfterMove('2026-12-01', { trial: { state: 'none' } })).toBeNull();
    expect(trialAfterMove(null, { trial: running })).toBe('2026-12-20');
    expect(trialAfterMove('2026-12-01', { trial: running })).toBe('2026-12-01');
    expect(trialAfterMove('2026-11-01', { trial: over })).toBe('2026-11-01');
  });
});

describe('undoing a move', () => {
  const movedAt = new Date('2026-11-25T01:00:00Z');
  const move = { movedAt, undoneAt: null, fromId: 'banksia', toId: 'correa', isFollowed: false };
  const after = (ms: number) => new Date(movedAt.getTime() + ms);

  it('is possible for ten minutes, once, and while no later move has followed [S-46] [D-63]', () => {
    expect(moveUndoMs).toBe(600_000);
    expect(moveUndoProblem(move, 'correa', movedAt)).toBeNull();
    expect(moveUndoProblem(move, 'correa', after(599_999))).toBeNull();
    expect(moveUndoProblem(move, 'correa', after(600_000))).toBe('late');
    expect(moveUndoProblem({ ...move, undoneAt: after(1) }, 'banksia', after(2))).toBe('undone');
    expect(moveUndoProblem({ ...move, isFollowed: true }, 'correa', after(2))).toBe('again');
    expect(moveUndoProblem(move, 'elsewhere', after(2))).toBe('again');
    expect(moveUndoProblem({ ...move, fromId: null }, 'correa', after(2))).toBe('again');
  });

  it('ends at a fixed instant on any day', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: -5, max: 5 }), (at, ms) => {
        fc.pre(Math.abs(at.getTime()) < 8e15);
        const now = new Date(moveUndoEnds(at).getTime() + ms);
        expect(moveUndoProblem({ ...move, movedAt: at }, 'correa', now)).toBe(ms < 0 ? null : 'late');
      }),
    );
  });
});
