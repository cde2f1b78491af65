import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { melbourneTime } from '../../fields.ts';
import { readForm } from '../../inputs/form.ts';
import { handedAt, handOverForm, hospitalState } from './hospital.ts';

/** 28 November 2026, 20:14 in Melbourne. */
const now = new Date('2026-11-28T09:14:30Z');
const hour = 60 * 60_000;

describe('the time of a handing over', () => {
  it('is now without a typed time, else the last such time of day in Melbourne [N-14]', () => {
    expect(handedAt('', now)).toEqual(now);
    expect(handedAt(' ', now)).toEqual(now);
    expect(handedAt('20:14', now)).toEqual(new Date('2026-11-28T09:14:00Z'));
    expect(handedAt('19:50', now)).toEqual(new Date('2026-11-28T08:50:00Z'));
    expect(handedAt('20:15', now)).toEqual(new Date('2026-11-27T09:15:00Z'));
    expect(handedAt('9:05', now)).toEqual(new Date('2026-11-27T22:05:00Z'));
  });

  it('is right around the change of the clocks, and null for a time that they skipped [N-14]', () => {
    // Clocks went from 2:00 to 3:00 on 4 October 2026, and from 3:00 to 2:00 on 5 April 2026.
    expect(handedAt('01:30', new Date('2026-10-03T17:00:00Z'))).toEqual(new Date('2026-10-03T15:30:00Z'));
    expect(handedAt('02:30', new Date('2026-10-03T17:00:00Z'))).toBeNull();
    expect(handedAt('01:30', new Date('2026-04-04T18:00:00Z'))).toEqual(new Date('2026-04-04T14:30:00Z'));
  });

  it('is at most a day ago, never later than now, and shown as typed, whatever the time [N-14]', () => {
    const moments = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2027-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.nat(23), fc.nat(59), (at, hours, minutes) => {
        const typed = `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
        const found = handedAt(typed, at);
        if (found === null) return;
        expect(found.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(at.getTime() - found.getTime()).toBeLessThanOrEqual(24 * hour);
        expect(melbourneTime(found)).toBe(typed);
      }),
    );
  });

  it.each(['24:00', '12:60', 'noon', '12', '1:2:3', '-1:00'])('is refused for %s [N-14]', (time) => {
    expect(handedAt(time, now)).toBeNull();
    expect(readForm(handOverForm, { receiver: 'ambulance', time })).toMatchObject({
      ok: false,
      fields: [{ field: 'time', message: 'hospital.error.time' }],
    });
  });
});

describe('the form of a handing over', () => {
  it('returns the receiver, in other words only for other [N-14]', () => {
    expect(readForm(handOverForm, { receiver: 'ambulance', receiver_other: 'left over', time: '' })).toEqual({
      ok: true,
      value: { receiver: 'ambulance', receiver_other: '', time: '' },
    });
    expect(readForm(handOverForm, { receiver: 'other', receiver_other: ' Patient  transport ' })).toEqual({
      ok: true,
      value: { receiver: 'other', receiver_other: 'Patient transport', time: '' },
    });
  });

  it('refuses an unknown receiver, and other without words, with more than 60 characters or control characters [N-14]', () => {
    const problemsOf = (values: object) => {
      const read = readForm(handOverForm, values);
      return read.ok ? [] : read.fields.map(({ field, message }) => [field, message]);
    };
    expect(problemsOf({ receiver: 'police' })).toEqual([['receiver', 'hospital.error.receiver']]);
    expect(problemsOf({})).toEqual([['receiver', 'hospital.error.receiver']]);
    const other = (receiver_other: string) => problemsOf({ receiver: 'other', receiver_other });
    expect(other(' ')).toEqual([['receiver_other', 'hospital.error.otherRequired']]);
    expect(other('x'.repeat(60))).toEqual([]);
    expect(other('x'.repeat(61))).toEqual([['receiver_other', 'hospital.error.otherTooLong']]);
    expect(other('a\u0000b')).toEqual([['receiver_other', 'field.badCharacters']]);
  });
});

describe('what staff see of a stay in hospital', () => {
  const [first, second, third] = [0, 1, 2].map((hours) => new Date(now.getTime() + hours * hour)) as [
    Date,
    Date,
    Date,
  ];

  it('is the stay until the customer is back, then a plan review until staff did it or the plan was signed again [N-14]', () => {
    const stay = { beganAt: first, backAt: null, lookedAt: null };
    expect(hospitalState(null, first)).toBeNull();
    expect(hospitalState(stay, null)).toEqual({ kind: 'in', since: first });
    const back = { ...stay, backAt: second };
    expect(hospitalState(back, first)).toEqual({ kind: 'back', since: second });
    expect(hospitalState({ ...back, lookedAt: third }, first)).toBeNull();
    expect(hospitalState(back, third)).toBeNull();
    expect(hospitalState(back, null)).toBeNull();
  });

  it('requires no action if staff reviewed the plan, whatever the other times [N-14]', () => {
    const at = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(at, at, at, fc.option(at), (beganAt, backAt, lookedAt, planSince) => {
        expect(hospitalState({ beganAt, backAt, lookedAt }, planSince)).toBeNull();
        const due = hospitalState({ beganAt, backAt, lookedAt: null }, planSince);
        expect(due !== null).toBe(planSince !== null && planSince <= backAt);
      }),
    );
  });
});
