import { describe, expect, it } from 'vitest';
import { answersOfMargaret, daniel, pageOptions, priya } from './emergency.fixture.ts';
import { contactsToCall, dialOf } from './view.ts';

describe('the facts of the emergency page', () => {
  it('names the person with the full name and the date of birth [EMERG-01] [EMERG-02]', () => {
    const { person } = pageOptions().view;
    expect(person).toMatchObject({ fullName: 'Margaret Citizen', firstName: 'Margaret', dob: '1948-05-04' });
  });

  it.each([
    ['2026-05-03T13:59:00Z', 77, 'the last minute before the birthday in Melbourne'],
    [
      '2026-05-03T14:00:00Z',
      78,
      'the first minute of the birthday in Melbourne, still the day before in UTC',
    ],
  ])('counts the age by the Melbourne date: at %s it is %i, %s', (now, age) => {
    expect(pageOptions({ now: new Date(now) }).view.person.age).toBe(age);
  });

  it('increases the age of a person born on 29 February on 1 March of a common year', () => {
    const answers = { ...answersOfMargaret, dob: '29/02/1948' };
    const ageAt = (now: string) => pageOptions({ answers, now: new Date(now) }).view.person.age;
    expect([ageAt('2026-02-28T02:00:00Z'), ageAt('2026-03-01T02:00:00Z')]).toEqual([77, 78]);
  });

  it.each([null, '', '  '])('shows "--" for a missing care provider (%j) [EMERG-03]', (careProvider) => {
    expect(pageOptions({ careProvider }).view.careProvider).toBe('--');
  });

  it('names contacts who accepted, and a substitute decision maker also while pending (D-33)', () => {
    const named = contactsToCall([
      { ...priya, name: 'Said yes' },
      { ...priya, name: 'Has not answered', status: 'pending' },
      { ...daniel, name: 'Decides, has not answered', status: 'pending' },
      { ...daniel, name: 'Decides' },
    ]);
    expect(named.map(({ name, pending }) => [name, pending])).toEqual([
      ['Decides', false],
      ['Decides, has not answered', true],
      ['Said yes', false],
    ]);
  });

  it('omits contacts whom the owner left off, decision maker or not (D-33)', () => {
    expect(
      contactsToCall([
        { ...daniel, on_emergency_page: false },
        { ...priya, on_emergency_page: false },
      ]),
    ).toEqual([]);
  });

  it('keeps the order of contacts of the same status', () => {
    const names = ['b', 'a', 'c'].map((name) => ({ ...priya, name }));
    expect(contactsToCall(names).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });

  it.each([
    ['0491 570 156', '0491570156'],
    ['(03) 5550 0123', '0355500123'],
    ['+61 (0)491 570 156', '+61491570156'],
    ['+86-10-5550-0123', '+861055500123'],
    ['０４９１ ５７０ １５６', '0491570156'],
    ['javascript:alert(1)', null],
    ['ask at the desk', null],
    ['', null],
  ])('converts %j to %j for dialling: digits, after a plus if one was written', (phone, dial) => {
    expect(dialOf(phone)).toBe(dial);
  });

  it('keeps the text of a relationship that the questionnaire does not have', () => {
    expect(contactsToCall([{ ...priya, relationship: 'Neighbour' }])[0]?.relationship).toEqual({
      words: 'Neighbour',
    });
  });

  it.each([
    [2, true],
    [3, false],
    [9, false],
  ])('marks a scanned version %i as superseded: %s, when version 3 is in force (D-09)', (version, old) => {
    const scanned = { version, signedAt: new Date('2025-01-02T00:00:00Z'), source: 'card' as const };
    expect(pageOptions({ scanned }).view.superseded !== null).toBe(old);
  });

  it('shows a later change, who confirmed it and when, also on the day of the signature [R-30] [D-35]', () => {
    const changedOn = (changedAt: string) =>
      pageOptions({
        plan: {
          version: 3,
          language: 'en',
          signedAt: new Date('2026-03-12T02:00:00Z'),
          changedAt: new Date(changedAt),
        },
      }).view.plan.changed;
    const by = answersOfMargaret.confirmName;
    expect(changedOn('2026-03-12T02:00:00Z')).toBeNull();
    expect(changedOn('2026-03-12T05:00:00Z')).toEqual({ by, on: '2026-03-12' });
    expect(changedOn('2026-04-01T02:00:00Z')).toEqual({ by, on: '2026-04-01' });
  });

  it('finds the state of the postcode, and reports a postcode without one', () => {
    expect(pageOptions().view.state).toBe('vic');
    expect(pageOptions({ answers: { ...answersOfMargaret, postcode: '0000' } }).view.state).toBe('unknown');
  });
});
