import { useCallback, useEffect, useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FieldError } from '../../domain/errors.ts';
import { readForm } from '../../domain/inputs/form.ts';
import { errorsOf } from './errors/keyed-errors.ts';
import { useKeptWords } from './unsaved/kept-words.ts';
import { markMended } from './errors/mended.ts';

function resolverOf<Values extends FieldValues, Output>(
  schema: z.core.$ZodType<Output>,
): Resolver<Values, unknown, Output & FieldValues> {
  return (values) => {
    const result = readForm(schema, values);
    if (result.ok) return { values: result.value as Output & FieldValues, errors: {} };
    return { values: {}, errors: errorsOf(result.fields) as unknown as FieldErrors<Values> };
  };
}

/** Form over a schema of domain/inputs. */
export type ZodForm<Values extends FieldValues, Output> = UseFormReturn<
  Values,
  unknown,
  Output & FieldValues
> & {
  /** Number of submits with errors: the error summary takes focus when it grows. */
  failures: number;
  /** Shows refusals of the server at the fields. Returns those of fields that the form does not have. */
  refuse: (fields: readonly FieldError[]) => FieldError[];
  /** Checks all fields, and calls `send` if they are valid. Typed text is kept in any case. */
  submit: (send: (output: Output) => unknown) => (event?: React.BaseSyntheticEvent) => Promise<void>;
};

/**
 * Creates a form that is checked by a schema of domain/inputs. Fields are checked when the form is sent; fields corrected
 * afterwards are updated in place. Messages are text keys, so they follow the language of the page. Typed text outlives the
 * session; `name` distinguishes forms with the same fields on one page.
 */
export function useZodForm<Values extends FieldValues, Output>(
  schema: z.core.$ZodType<Output>,
  defaultValues: DefaultValues<Values>,
  name = '',
): ZodForm<Values, Output> {
  const form = useForm<Values, unknown, Output & FieldValues>({
    resolver: resolverOf<Values, Output>(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // The error summary takes focus; it has links to the fields.
    shouldFocusError: false,
  });
  const [failures, setFailures] = useState(0);
  const { setError, handleSubmit, getValues, subscribe } = form;
  useKeptWords(form as never, `${Object.keys(defaultValues ?? {}).join('.')}.${name}`);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: () =>
          markMended(form as never, () => {
            const result = readForm(schema, getValues());
            return result.ok ? [] : result.fields;
          }),
      }),
    [form, subscribe, getValues, schema],
  );

  const refuse = useCallback(
    (fields: readonly FieldError[]) => {
      const known = Object.keys(getValues());
      const errors = errorsOf(fields.filter((each) => known.includes(each.field)));
      for (const [field, error] of Object.entries(errors)) setError(field as Path<Values>, error);
      if (fields.length > 0) setFailures((count) => count + 1);
      return fields.filter((each) => !known.includes(each.field));
    },
    [getValues, setError],
  );

  const submit = useCallback(
    (send: (output: Output) => unknown) =>
      handleSubmit(
        async (output) => {
          await send(output);
        },
        () => setFailures((count) => count + 1),
      ),
    [handleSubmit],
  );

  return { ...form, failures, refuse, submit };
}
