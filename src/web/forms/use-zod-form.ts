import { useCallback, useEffect, useRef, useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import type { FieldError } from '../../domain/errors.ts';
import { fieldErrors } from '../../domain/inputs/field-errors.ts';
import { errorsOf } from './errors/keyed-errors.ts';
import { useKeptWords } from './unsaved/kept-words.ts';
import { markMended } from './errors/mended.ts';
import { useAfterChecks, useChecks, type Checks, type LateSchema, type Schema } from './late-schema.ts';

function resultOf<Values extends FieldValues, Output>(schema: Schema<Output>, values: Values) {
  const result = schema.safeParse(values);
  if (result.success) return { values: result.data as Output & FieldValues, errors: {} };
  const errors = errorsOf(fieldErrors(result.error)) as unknown as FieldErrors<Values>;
  return { values: {}, errors };
}

function resolverOf<Values extends FieldValues, Output>({
  present,
  load,
}: Checks<Output>): Resolver<Values, unknown, Output & FieldValues> {
  return (values) => {
    const schema = present();
    return schema ? resultOf(schema, values) : load().then((loaded) => resultOf(loaded, values));
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
  /** The form was sent, and its checks are still loading. */
  isWaiting: boolean;
  /** The checks could not be loaded at the last submit, so nothing was sent. */
  lacksChecks: boolean;
  /** Shows refusals of the server at the fields. Returns those of fields that the form does not have. */
  refuse: (fields: readonly FieldError[]) => FieldError[];
  /** Checks all fields, and calls `send` if they are valid. Typed text is kept in any case. */
  submit: (send: (output: Output) => unknown) => (event?: React.BaseSyntheticEvent) => Promise<void>;
};

/** Updates the shown errors with each change of the values. */
function useMended<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output & FieldValues>,
  checks: Checks<Output>,
): void {
  const latest = useRef(checks);
  latest.current = checks;
  const { getValues, subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: () =>
          markMended(form as never, () => {
            const result = latest.current.present()?.safeParse(getValues());
            return result?.error ? fieldErrors(result.error) : [];
          }),
      }),
    [form, subscribe, getValues],
  );
}

/**
 * Creates a form that is checked by a schema of domain/inputs. Fields are checked when the form is sent; fields corrected
 * afterwards are updated in place. Messages are text keys, so they follow the language of the page. Typed text outlives the
 * session; `name` distinguishes forms with the same fields on one page.
 */
export function useZodForm<Values extends FieldValues, Output>(
  schema: Schema<Output> | LateSchema<Output>,
  defaultValues: DefaultValues<Values>,
  name = '',
): ZodForm<Values, Output> {
  const checks = useChecks(schema);
  const form = useForm<Values, unknown, Output & FieldValues>({
    resolver: resolverOf<Values, Output>(checks),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // The error summary takes focus; it has links to the fields.
    shouldFocusError: false,
  });
  const [failures, setFailures] = useState(0);
  const { setError, handleSubmit, getValues } = form;
  useKeptWords(form as never, `${Object.keys(defaultValues ?? {}).join('.')}.${name}`);

  useMended(form, checks);

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

  const { afterChecks, isWaiting, lacksChecks } = useAfterChecks(checks, () =>
    setFailures((count) => count + 1),
  );
  const submit = useCallback(
    (send: (output: Output) => unknown) =>
      afterChecks(
        handleSubmit(
          async (output) => {
            await send(output);
          },
          () => setFailures((count) => count + 1),
        ),
      ),
    [handleSubmit, afterChecks],
  );

  return { ...form, failures, isWaiting, lacksChecks, refuse, submit };
}
