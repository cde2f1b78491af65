import { useCallback, useState } from 'react';
import type { FieldError } from '../../domain/errors.ts';
import type { ButtonState } from '../ui/buttons/use-button-state.ts';
import { formErrors } from './errors/form-errors.ts';
import { useAction, type ActionOptions } from './use-action.ts';
import type { ZodForm } from './use-zod-form.ts';

export type Submit<Output> = {
  /** For `onSubmit` of `Form`. Does nothing while a request is running. Never rejects, and typed text is kept. */
  submit: (output: Output) => Promise<void>;
  state: ButtonState;
  /** Errors about the form as a whole. They stay until the next try (D-21). */
  problems: readonly FieldError[];
  clear: () => void;
};

/**
 * Sends a form. Refusals of the server about a field are shown at the field; the rest are the problems above the form. `send`
 * throws ApiError.
 */
export function useSubmit<Output, Result>(
  form: Pick<ZodForm<never, unknown>, 'failures' | 'refuse'> & { isWaiting?: boolean },
  send: (output: Output) => Promise<Result>,
  options: ActionOptions<Result>,
): Submit<Output> {
  const { failures, refuse, isWaiting = false } = form;
  const [refused, setRefused] = useState<{ rest: readonly FieldError[]; turn: number }>(nothing);
  const clear = useCallback(() => setRefused(nothing), []);
  const { run, state } = useAction(
    (output: Output) => {
      clear();
      return send(output);
    },
    {
      ...options,
      onFailed(error) {
        setRefused({ rest: refuse(formErrors(error, options)), turn: failures + 1 });
        options.onFailed?.(error);
      },
    },
  );
  // A later try with invalid fields increases `failures`, which hides the earlier messages.
  const shown = isWaiting ? 'pending' : state;
  return {
    submit: run,
    state: shown,
    problems: refused.turn === failures ? refused.rest : nothing.rest,
    clear,
  };
}

const nothing: { rest: readonly FieldError[]; turn: number } = { rest: [], turn: 0 };
