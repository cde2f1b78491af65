import fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../domain/errors.ts';
import type { Services } from './context.ts';
import { inputContextOf, parseInput } from './input.ts';

const schema = z.strictObject({ answers: z.record(z.string(), z.unknown()) });

const nested = (levels: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`) as unknown;

/** Returns the problems reported for refused input. */
function problemsOf(of: z.ZodMiniType, raw: unknown) {
  try {
    parseInput(of, raw);
  } catch (error) {
    const { code, fields } = error as AppError;
    return { code, fields };
  }
  throw new Error('The input was taken');
}

describe('the input of an operation', () => {
  it.each([200, 200_000, 1_000_000])(
    "nested %i levels deep is refused as the caller's mistake [R-09]",
    (levels) => {
      expect(() => parseInput(schema, { answers: { firstName: nested(levels) } })).toThrow(
        expect.objectContaining({ name: 'AppError', code: 'invalid' }),
      );
    },
  );

  it('can be as deep and as wide as a plan needs, and contain dates [R-09]', () => {
    const answers = {
      minimumQolList: Array.from({ length: 100_000 }, () => 'x'),
      at: new Date(0),
      deep: nested(10),
    };
    expect(parseInput(schema, { answers })).toEqual({ answers });
  });

  it('can have twenty levels and no more; input that is too deep has no field errors [R-09]', () => {
    expect(parseInput(z.unknown(), nested(20))).toEqual(nested(20));
    expect(problemsOf(z.unknown(), nested(21))).toEqual({ code: 'invalid', fields: [] });
    expect(problemsOf(z.unknown(), { a: { b: nested(19) } })).toEqual({ code: 'invalid', fields: [] });
    // A date is a value; its properties are ignored.
    expect(parseInput(z.unknown(), [Object.assign(new Date(0), { more: nested(30) })])).toHaveLength(1);
    for (const plain of [null, undefined, 'text', 7]) expect(parseInput(z.unknown(), plain)).toBe(plain);
  });
});

describe('the problems reported for refused input', () => {
  const person = z.strictObject({
    name: z.string().check(z.minLength(2, 'field.required')),
    age: z.number(),
    list: z.optional(z.array(z.strictObject({ day: z.string() }))),
  });

  it("are the product's text at the field, and the general text in place of a library's message", () => {
    expect(problemsOf(person, { name: '', age: 'ten' })).toEqual({
      code: 'invalid',
      fields: [
        { field: 'name', message: 'field.required' },
        { field: 'age', message: 'error.general_error' },
      ],
    });
  });

  it('name the place within lists, and an unknown field there by its own name', () => {
    const { fields } = problemsOf(person, { name: 'Ada', age: 1, list: [{ day: 'x' }, { day: 7, more: 1 }] });
    expect(fields).toEqual([
      { field: 'list.1.day', message: 'error.general_error' },
      { field: 'list.1.more', message: 'error.general_error' },
    ]);
  });

  it('can be a text with a plural, and keep the values that our rules insert', () => {
    const counted = (message: string, params?: Record<string, number>) =>
      z.string().check(z.refine(() => false, { message, ...(params && { params }) }));
    expect(problemsOf(counted('error.wait.seconds', { count: 3 }), 'x').fields).toEqual([
      { field: '', message: 'error.wait.seconds', params: { count: 3 } },
    ]);
    expect(problemsOf(counted('error.wait.other'), 'x').fields).toEqual([
      { field: '', message: 'error.general_error' },
    ]);
  });

  it('contain each problem once for a field, and two different problems of one field', () => {
    const twice = z.string().check(
      z.refine(() => false, { message: 'field.required' }),
      z.refine(() => false, { message: 'field.required' }),
      z.refine(() => false, { message: 'field.tooLong' }),
    );
    expect(problemsOf(z.strictObject({ a: twice, b: twice }), { a: 'x', b: 'x' }).fields).toEqual([
      { field: 'a', message: 'field.required' },
      { field: 'a', message: 'field.tooLong' },
      { field: 'b', message: 'field.required' },
      { field: 'b', message: 'field.tooLong' },
    ]);
  });

  it('are bounded, however many fields with however long names are sent [R-09]', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 300 }), { maxLength: 120 });
    fc.assert(
      fc.property(names, (sent) => {
        const unknown = sent.filter((name) => name !== '__proto__');
        fc.pre(unknown.length > 0);
        const raw = Object.fromEntries(unknown.map((name) => [name, 1]));
        const { fields } = problemsOf(z.strictObject({}), raw);
        const fieldNames = [...new Set(Object.keys(raw).map((name) => name.slice(0, 100)))];
        expect(fields.map(({ field }) => field)).toEqual(fieldNames.slice(0, 50));
      }),
    );
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field-${index}`, 1]));
    expect(problemsOf(z.strictObject({}), many).fields).toHaveLength(50);
    expect(problemsOf(z.strictObject({}), { ['x'.repeat(101)]: 1 }).fields[0]!.field).toBe('x'.repeat(100));
  });

  it('depend on the date in Melbourne and the settings of the operator', () => {
    const config = {} as Services['config'];
    const at = (time: string) => inputContextOf({ clock: () => new Date(time), config } as Services);
    expect(at('2026-05-04T13:59:59Z')).toEqual({ today: '2026-05-04', config });
    expect(at('2026-05-04T14:00:00Z').today).toBe('2026-05-05');
  });
});
