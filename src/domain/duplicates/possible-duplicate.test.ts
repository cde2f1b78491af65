import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey, possibleDuplicate, type RecordFacts } from './possible-duplicate.ts';

const record = (more: Partial<RecordFacts> = {}): RecordFacts => ({
  ...{ first_name: 'Margaret', last_name: 'Doyle', dob: '1943-05-14' },
  ...{ medicareCard: null, customer_id: null, organisationId: 'banksia' },
  ...more,
});

const anyRecord = fc.record({
  first_name: fc.constantFrom('José', 'Jose', '伟', 'Margaret', "O'Brien", null),
  last_name: fc.constantFrom('Doyle', 'Jose', '陈', 'OBrien', null),
  dob: fc.constantFrom('1943-05-14', '1950-01-02', null),
  medicareCard: fc.constantFrom('a', 'b', null),
  customer_id: fc.constantFrom('BH-0042', 'bh 0042', '--', null),
  organisationId: fc.constantFrom('banksia', 'correa', null),
});

describe('two records that may be of one person', () => {
  it.each([
    ['the same name and birth date', {}, ['name']],
    ['the names in the other order', { first_name: 'doyle', last_name: 'MARGARET' }, ['name']],
    ['another birth date', { dob: '1943-05-15' }, []],
    ['no birth date', { dob: null }, []],
    ['another name', { first_name: 'Walter' }, []],
    ['another organisation', { organisationId: 'correa' }, []],
    ['no organisation', { organisationId: null }, []],
  ] as const)('have %s [N-13]', (_, more, signs) => {
    expect(possibleDuplicate(record(), record(more))).toEqual(signs);
  });

  it('have the same names without accents and apostrophes, and Chinese names only in their characters [N-13]', () => {
    const keyOf = (first_name: string, last_name: string) => nameKey({ first_name, last_name });
    expect(keyOf('José-María', "O'Brien")).toBe(keyOf('OBrien', 'maria jose'));
    expect(keyOf('丽', '王')).toBe(keyOf('王丽', ''));
    expect(keyOf('丽', '王')).not.toBe(keyOf('Li', 'Wang'));
    expect(keyOf('', 'Doyle')).toBeNull();
  });

  it('have the same Medicare card with the same name, or without a birth date; a family on one card is not one person [N-13]', () => {
    const card = { medicareCard: 'card' };
    const of = (more: Partial<RecordFacts>) => possibleDuplicate(record(card), record({ ...card, ...more }));
    expect(of({ dob: '1943-05-15' })).toEqual(['medicare']);
    expect(of({ first_name: 'Maggie', dob: null })).toEqual(['medicare']);
    expect(of({ first_name: 'Walter', dob: '1940-01-01' })).toEqual([]);
  });

  it('have the same customer ID with the same name or birth date, not the ID alone [N-13]', () => {
    const of = (more: Partial<RecordFacts>) =>
      possibleDuplicate(record({ customer_id: 'BH-0042' }), record({ customer_id: 'bh 0042', ...more }));
    expect(of({ dob: null })).toEqual(['customer_id']);
    expect(of({ last_name: 'Smith' })).toEqual(['customer_id']);
    expect(of({ last_name: 'Smith', dob: null })).toEqual([]);
  });

  it('are found from both sides alike, and never in two organisations [N-13]', () => {
    fc.assert(
      fc.property(anyRecord, anyRecord, (one, other) => {
        const signs = possibleDuplicate(one, other);
        expect(possibleDuplicate(other, one)).toEqual(signs);
        if (one.organisationId === null || one.organisationId !== other.organisationId)
          expect(signs).toEqual([]);
      }),
    );
  });
});
