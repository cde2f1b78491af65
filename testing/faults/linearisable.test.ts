import { expect, it } from 'vitest';
import { isLinearisable, type Call, type Model } from './linearisable.ts';

type Asked = { write: number } | 'read';

/** A number that is written and read. */
const register: Model<number, Asked, number> = (state, asked) =>
  asked === 'read' ? [state, state] : [asked.write, asked.write];

const write = (value: number, begun: number, ended: number): Call<Asked, number> => ({
  asked: { write: value },
  answered: value,
  begun,
  ended,
});
const read = (answered: number, begun: number, ended: number): Call<Asked, number> => ({
  asked: 'read',
  answered,
  begun,
  ended,
});
const holds = (...calls: Call<Asked, number>[]) => isLinearisable(calls, 0, register);

it('calls that overlap may have been made in either order, and those that do not only in theirs', () => {
  expect(holds(write(1, 1, 4), read(0, 2, 3))).toBe(true);
  expect(holds(write(1, 1, 4), read(1, 2, 3))).toBe(true);
  expect(holds(write(1, 1, 2), read(0, 3, 4))).toBe(false);
  expect(holds(write(1, 1, 2), read(1, 3, 4))).toBe(true);
});

it('what was read once is not unread, and what was never written is not read', () => {
  expect(holds(write(1, 1, 6), read(1, 2, 3), read(0, 4, 5))).toBe(false);
  expect(holds(write(1, 1, 6), read(0, 2, 3), read(1, 4, 5))).toBe(true);
  expect(holds(write(1, 1, 6), read(2, 2, 3))).toBe(false);
  expect(holds(write(1, 1, 8), write(2, 2, 7), read(2, 3, 4), read(1, 5, 6))).toBe(true);
});
