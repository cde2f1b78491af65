import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  foldName,
  indexCustomers,
  matchResident,
  type ComparedCustomer,
  type ComparedResident,
} from './matching.ts';

const resident = (more: Partial<ComparedResident> = {}): ComparedResident => ({
  firstName: 'Ann',
  lastName: 'Lee',
  birthDate: '1940-02-03',
  cards: ['c1'],
  ...more,
});

const customer = (id: string, more: Partial<ComparedCustomer> = {}): ComparedCustomer => ({
  ...{ id, firstName: 'Ann', lastName: 'Lee', birthDate: '1940-02-03', card: null },
  ...more,
});

const match = (who: ComparedResident, ...customers: ComparedCustomer[]) =>
  matchResident(who, indexCustomers(customers));

describe('matching a resident with customers', () => {
  it.each([
    ['the same name and birth date', customer('a')],
    ['another spelling of the name', customer('a', { firstName: 'ÁNN', lastName: 'lee ' })],
    ['the same card and birth date', customer('a', { firstName: 'Anna', lastName: 'Leigh', card: 'c1' })],
  ])('suggests one customer with %s [INTEG-05, GAP-111]', (_, who) => {
    expect(match(resident(), who)).toEqual({ match: 'suggested', userId: 'a' });
  });

  it('suggests a customer once who fits by name and by card [INTEG-05]', () => {
    expect(match(resident(), customer('a', { card: 'c1' }))).toEqual({ match: 'suggested', userId: 'a' });
  });

  it('reports several customers and chooses none of them [INTEG-05, GAP-111]', () => {
    expect(match(resident(), customer('a'), customer('b'))).toEqual({ match: 'several', userId: null });
    expect(match(resident(), customer('a', { card: 'c1' }), customer('b'))).toMatchObject({ userId: null });
  });

  it.each([
    ['another birth date', customer('a', { birthDate: '1941-02-03' })],
    ['no birth date', customer('a', { birthDate: null })],
  ])('reports that a customer of the same name has %s [INTEG-05, GAP-111]', (_, who) => {
    expect(match(resident(), who)).toEqual({ match: 'differs', userId: 'a' });
  });

  it('does not take the other person on a family card for the resident [INTEG-05]', () => {
    const spouse = customer('b', { firstName: 'Bob', birthDate: '1938-01-01', card: 'c1' });
    expect(match(resident(), spouse)).toEqual({ match: 'none', userId: null });
  });

  it('needs both parts of a name [INTEG-05]', () => {
    expect(match(resident({ firstName: '' }), customer('a', { firstName: '' }))).toMatchObject({
      match: 'none',
    });
    expect(match(resident({ firstName: "O'Nell" }), customer('a', { firstName: 'O’Nell' }))).toMatchObject({
      match: 'suggested',
    });
  });

  const names = fc.constantFrom('Ann', 'ann', 'Ánn', 'Bob', '秀英', '');
  const days = fc.option(fc.constantFrom('1940-02-03', '1941-02-03'), { nil: null });
  const cards = fc.option(fc.constantFrom('c1', 'c2'), { nil: null });
  const anyCustomers = fc
    .array(fc.record({ firstName: names, lastName: names, birthDate: days, card: cards }), { maxLength: 6 })
    .map((list) => list.map((each, at): ComparedCustomer => ({ ...each, id: `u${at}` })));
  const anyResident = fc.record({
    ...{ firstName: names, lastName: names, birthDate: days },
    cards: fc.array(fc.constantFrom('c1', 'c2'), { maxLength: 2 }),
  });

  it('never suggests a customer whose birth date differs or is not known, for any input [INTEG-05]', () => {
    fc.assert(
      fc.property(anyResident, anyCustomers, (who, customers) => {
        const found = match(who, ...customers);
        if (found.match !== 'suggested') return;
        const suggested = customers.find(({ id }) => id === found.userId);
        expect(suggested?.birthDate).toBe(who.birthDate);
        expect(who.birthDate).not.toBeNull();
      }),
    );
  });

  it('never links by itself, and names a customer only if there is exactly one match [INTEG-05]', () => {
    fc.assert(
      fc.property(anyResident, anyCustomers, (who, customers) => {
        const found = match(who, ...customers);
        expect(['suggested', 'several', 'differs', 'none']).toContain(found.match);
        if (found.match === 'several' || found.match === 'none') expect(found.userId).toBeNull();
        const reversed = match(who, ...customers.toReversed());
        expect(reversed).toEqual(found);
      }),
    );
  });

  it('folds a name to the same text twice, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldName(foldName(text))).toBe(foldName(text));
      }),
    );
  });
});
