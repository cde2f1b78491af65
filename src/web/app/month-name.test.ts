import { expect, it } from 'vitest';
import { monthName } from './month-name.ts';

it('writes a month short for tables and in full for sentences, in both languages [LANG-01]', () => {
  expect(monthName('2027-11-29', 'en')).toBe('Nov 2027');
  expect(monthName('2027-11-29', 'en', 'long')).toBe('November 2027');
  expect(monthName('2027-11-29', 'zh', 'long')).toBe('2027年11月');
});
