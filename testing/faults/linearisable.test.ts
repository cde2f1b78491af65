import { expect, it } from 'vitest';
import { isLinearisable, type Call, type Model } from './linearisable.ts';

type Asked = { write: number } | 'read';

/** Model of a number that is written and read. */
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

it('overlapping calls may have taken effect in either order; other calls only in the order of their times', () => {
  expect(holds(write(1, 1, 4), read(0, 2, 3))).toBe(true);
  expect(holds(write(1, 1, 4), read(1, 2, 3))).toBe(true);
  expect(holds(write(1, 1, 2), read(0, 3, 4))).toBe(false);
  expect(holds(write(1, 1, 2), read(1, 3, 4))).toBe(true);
});

it('a read never returns an older value than an earlier read, or a value that was never written', () => {
  expect(holds(write(1, 1, 6), read(1, 2, 3), read(0, 4, 5))).toBe(false);
  expect(holds(write(1, 1, 6), read(0, 2, 3), read(1, 4, 5))).toBe(true);
  expect(holds(write(1, 1, 6), read(2, 2, 3))).toBe(false);
  expect(holds(write(1, 1, 8), write(2, 2, 7), read(2, 3, 4), read(1, 5, 6))).toBe(true);
});
