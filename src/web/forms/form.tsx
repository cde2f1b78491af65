import { useContext, type FormEventHandler, type ReactNode } from 'react';
import {
  FormProvider,
  useFormContext,
  type FieldError as FormFieldError,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { FieldError } from '../../domain/errors.ts';
import { inAskingOrder } from '../../domain/names.ts';
import { useLanguage, useText } from '../app/texts.tsx';
import { ErrorSummary, type SummaryItem } from '../ui/fields/error-summary.tsx';
import { fieldId, FormPrefix } from './form-fields.tsx';
import { fieldMessage, messageOf } from './errors/messages.ts';
import type { ZodForm } from './use-zod-form.ts';

type FormProps<Values extends FieldValues, Output> = {
  form: ZodForm<Values, Output>;
  onSubmit: (output: Output) => unknown;
  /** Errors about the form as a whole, such as a refused password. */
  problems?: readonly Pick<FieldError, 'message' | 'params'>[];
  className?: string | undefined;
  /** For a form in a dialog over a page that has a form too: keeps the ids of their fields apart. */
  prefix?: string;
  children: ReactNode;
};

const unchecked = { message: 'error.checksNotLoaded' } as const;

/** A form with its error summary. Its fields are the Form... parts. */
export function Form<Values extends FieldValues, Output>({
  form,
  onSubmit,
  problems = [],
  className,
  prefix = '',
  children,
}: FormProps<Values, Output>) {
  return (
    <FormPrefix value={prefix}>
      <FormProvider {...(form as unknown as UseFormReturn)}>
        {/* A form that the browser itself sends, before the script is there, must not put its fields into the address. */}
        <form
          method="post"
          noValidate
          className={className}
          onSubmit={form.submit(onSubmit) as FormEventHandler}
        >
          <FormSummary turn={form.failures} problems={form.lacksChecks ? [unchecked] : problems} />
          {children}
        </form>
      </FormProvider>
    </FormPrefix>
  );
}

/** Error summary of the form around it: one line for each field to correct, in the order of the fields. */
export function FormSummary({
  turn,
  problems = [],
  onElsewhere,
}: {
  turn: number;
  problems?: FormProps<FieldValues, unknown>['problems'];
  /** Called with the name of a field that a line leads to and that is on another page of the form. */
  onElsewhere?: (name: string) => void;
}) {
  const t = useText();
  const { formState, getValues } = useFormContext();
  const prefix = useContext(FormPrefix);
  const order = inAskingOrder(Object.keys(getValues()), useLanguage(), (name) => name);
  const items: SummaryItem[] = order.flatMap((name) => {
    const message = fieldMessage(t, formState.errors[name] as FormFieldError | undefined);
    return message
      ? [{ id: fieldId(name, prefix), message, onMissing: onElsewhere && (() => onElsewhere(name)) }]
      : [];
  });
  items.push(...problems.map((problem) => ({ message: messageOf(t, problem) })));
  return turn > 0 || problems.length > 0 ? <ErrorSummary items={items} turn={turn} /> : null;
}
