import { useCallback, useRef, useState } from 'react';
import type { FieldError } from '../../domain/errors.ts';
import { asApiError, type ApiError } from '../api/errors.ts';
import { useButtonState, type ButtonState } from '../ui/buttons/use-button-state.ts';
import { formErrors, type ErrorWording } from './form-errors.ts';

/**
 * Time in which a press with the same arguments counts as the same press, in milliseconds. Less than the place of a press is covered
 * (`shieldMs`), so that every press that is let through counts.
 */
export const repeatMs = 400;

export type ActionOptions<Result> = ErrorWording & {
  /** Milliseconds after which the button is itself again. */
  resetMs: number;
  /** After it worked, with what it gave. */
  onDone?: ((result: Result) => unknown) | undefined;
  /** After it failed, besides what is said. */
  onFailed?: ((error: ApiError) => void) | undefined;
};

export type Action<Args extends unknown[]> = {
  /** Does it. While it is under way, and with the same arguments (if any) for `repeatMs` after a press that worked, does nothing. Never rejects. */
  run: (...args: Args) => Promise<void>;
  state: ButtonState;
  /** What is said of the last try. They stay until the next one (D-21). */
  problems: readonly FieldError[];
  clear: () => void;
};

/** Something that a button does: its state, and what is said when it did not work. `work` throws ApiError. */
export function useAction<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  options: ActionOptions<Result>,
): Action<Args> {
  const { state, run: press } = useButtonState(options.resetMs);
  const [problems, setProblems] = useState<readonly FieldError[]>([]);
  const latest = useRef({ work, options });
  latest.current = { work, options };
  const clear = useCallback(() => setProblems([]), []);
  const done = useRef<{ args: Args; at: number }>(undefined);
  const run = useCallback(
    (...args: Args) => {
      const before = done.current;
      // The second press of a hand or a key that shakes would do the same again, or undo it.
      if (args.length > 0 && before && performance.now() - before.at < repeatMs && isSame(before.args, args))
        return Promise.resolve();
      const at = performance.now();
      return press(async () => {
        setProblems([]);
        try {
          const result = await latest.current.work(...args);
          done.current = { args, at };
          await latest.current.options.onDone?.(result);
          return true;
        } catch (thrown) {
          const error = asApiError(thrown);
          latest.current.options.onFailed?.(error);
          setProblems(formErrors(error, latest.current.options));
          return false;
        }
      });
    },
    [press],
  );
  return { run, state, problems, clear };
}

const isSame = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((each, at) => Object.is(each, others[at]));
