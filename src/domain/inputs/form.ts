import * as z from 'zod/mini';
import type { FieldError } from '../errors.ts';
import { fieldErrors } from './field-errors.ts';

// Compiled checks need `new Function`, which the content security policy forbids.
z.config({ jitless: true });

/** A text of a form. A value that is not a text counts as empty, so that a wrong type gets the message of a missing answer. */
export const text = z.catch(z.string(), '');

/** A checkbox. Only `true` is ticked. */
export const tick = z.catch(z.boolean(), false);

/**
 * Creates the schema of a form. `shape` has its fields; other fields are left out. `problems` returns every error of the values,
 * in the order of the fields; `output` converts valid values to what is sent or stored. Use it with `readForm`, or with a form
 * library's zod resolver: messages are text keys.
 */
export function form<Shape extends z.core.$ZodLooseShape, Output>(
  shape: Shape,
  problems: (values: z.output<z.ZodMiniObject<Shape>>) => FieldError[],
  output: (values: z.output<z.ZodMiniObject<Shape>>) => Output,
) {
  const checked = z.object(shape).check((payload) => {
    for (const { field, message, params } of problems(payload.value)) {
      payload.issues.push({
        code: 'custom',
        path: [field],
        message,
        params,
        input: payload.value,
      });
    }
  });
  return z.pipe(checked, z.transform(output));
}

/** Schema of a form, as `form` creates it. */
type FormSchema<Output> = z.core.$ZodType<Output> & { _zod: { def: { in: { shape: object } } } };

/**
 * Input of an operation that takes a form: the form's fields, and `more` beside them. Forms leave out unknown fields; here they
 * are refused, so that a role or a status that was sent along is never taken as set.
 */
export function formInput<Output extends object>(schema: FormSchema<Output>): z.ZodMiniType<Output>;
export function formInput<Output extends object, More extends z.core.$ZodShape>(
  schema: FormSchema<Output>,
  more: More,
): z.ZodMiniType<Output & z.output<z.ZodMiniObject<More>>>;
export function formInput(schema: FormSchema<object>, more: z.core.$ZodShape = {}): z.ZodMiniType<object> {
  const names = Object.keys(schema._zod.def.in.shape);
  const fields = Object.fromEntries(names.map((name) => [name, z.optional(z.unknown())]));
  const sent: z.ZodMiniType<Record<string, unknown>> = z.strictObject({ ...fields, ...more });
  return z.pipe(
    sent,
    z.transform((values: Record<string, unknown>, context): object => {
      const result = z.safeParse(schema, values);
      if (!result.success) {
        for (const issue of result.error.issues) context.issues.push({ ...issue, input: values } as never);
        return z.NEVER;
      }
      const beside = Object.fromEntries(Object.keys(more).map((name) => [name, values[name]]));
      return { ...result.data, ...beside };
    }),
  );
}

/** Parses sent data as a form. Returns the value, or every field error. Never throws for any input. */
export function readForm<Output>(
  schema: z.core.$ZodType<Output>,
  raw: unknown,
): { ok: true; value: Output } | { ok: false; fields: FieldError[] } {
  const result = z.safeParse(schema, raw);
  return result.success ? { ok: true, value: result.data } : { ok: false, fields: fieldErrors(result.error) };
}
