import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { mergeSaves, newerOf } from './merge-conflict.ts';

const base = { name: 'Banksia House', phone: '03 5550 0140', email: '' };

describe('two people who change the same settings', () => {
  it('both keep the changes that only one of them made [D-18]', () => {
    const typed = { ...base, name: 'Banksia Home' };
    const saved = { ...base, phone: '03 5550 0199' };
    expect(mergeSaves(base, typed, saved)).toEqual({
      merged: { name: 'Banksia Home', phone: '03 5550 0199', email: '' },
      clashes: [],
    });
  });

  it('see the other text if both changed the same field, and neither text is lost [D-18]', () => {
    const typed = { ...base, name: 'Banksia Home' };
    const saved = { ...base, name: 'Banksia Lodge' };
    expect(mergeSaves(base, typed, saved)).toEqual({
      merged: typed,
      clashes: [
        { field: 'name', message: 'error.settings.changedElsewhere', params: { saved: 'Banksia Lodge' } },
      ],
    });
  });

  it('have no conflict if both typed the same text', () => {
    const typed = { ...base, name: 'Banksia Home' };
    expect(mergeSaves(base, typed, typed)).toEqual({ merged: typed, clashes: [] });
  });
});

it('find the newer state in a conflict, and in no other error', () => {
  const details = { version: 3, saved: base };
  expect(newerOf(new ApiError('conflict', { details }))).toEqual(details);
  expect(newerOf(new ApiError('invalid', { details }))).toBeUndefined();
  expect(newerOf(new ApiError('conflict'))).toBeUndefined();
});
