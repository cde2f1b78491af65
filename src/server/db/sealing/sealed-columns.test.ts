import { expect, it } from 'vitest';
import { place } from './sealed-columns.ts';
import type { SealedPlace } from './seal.ts';

it('has a place for each listed column, by its row [security 36]', () => {
  expect(place('users', 'pin_sealed', '7')).toEqual({ table: 'users', column: 'pin_sealed', row: '7' });
  expect(place('idempotency_keys', 'answer_sealed', 'person:7', 'save', 'key')).toEqual({
    table: 'idempotency_keys',
    column: 'answer_sealed',
    row: 'person:7/save/key',
  });
});

it('lets only listed columns compile as places [security 36]', () => {
  expect([
    // @ts-expect-error a column of this table that is not sealed
    place('users', 'email', '7'),
    // @ts-expect-error a column of another table
    place('users', 'answers_sealed', '7'),
    // @ts-expect-error a table without a sealed column
    place('providers', 'name', '7'),
    // @ts-expect-error a row without the rest of its key
    place('idempotency_keys', 'answer_sealed', 'person:7'),
  ]).toHaveLength(4);
  const literal = { table: 'users', column: 'pin_sealed', row: '7' };
  // @ts-expect-error a place is only what `place` makes
  const written: SealedPlace = literal;
  expect(written).toEqual(place('users', 'pin_sealed', '7'));
});
