import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { parseInput } from './input.ts';

const schema = z.strictObject({ answers: z.record(z.string(), z.unknown()) });

const nested = (levels: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`) as unknown;

describe('the input of an operation', () => {
  it.each([200, 200_000, 1_000_000])(
    'nested %i levels deep is refused as a mistake of the caller [R-09]',
    (levels) => {
      expect(() => parseInput(schema, { answers: { firstName: nested(levels) } })).toThrow(
        expect.objectContaining({ name: 'AppError', code: 'invalid' }),
      );
    },
  );

  it('may be as deep and as wide as a plan needs, and holds dates [R-09]', () => {
    const answers = {
      minimumQolList: Array.from({ length: 100_000 }, () => 'x'),
      at: new Date(0),
      deep: nested(10),
    };
    expect(parseInput(schema, { answers })).toEqual({ answers });
  });
});
