import { useCallback, useRef, useState } from 'react';
import type { FieldError } from '../../domain/errors.ts';
import { asApiError, type ApiError } from '../api/errors.ts';
import { useButtonState, type ButtonState } from '../ui/buttons/use-button-state.ts';
import { formErrors, type ErrorWording } from './errors/form-errors.ts';

/**
 * Time in which a press with the same arguments counts as the same press, in milliseconds. It is shorter than the time for which
 * the place of a press is covered (`shieldMs`), so that every press that gets through counts.
 */
export const repeatMs = 400;

export type ActionOptions<Result> = ErrorWording & {
  /** Time after which the button returns to its initial state, in milliseconds. */
  resetMs: number;
  /** Called with the result after success. */
  onDone?: ((result: Result) => unknown) | undefined;
  /** Called after a failure, in addition to the messages. */
  onFailed?: ((error: ApiError) => void) | undefined;
};

export type Action<Args extends unknown[]> = {
  /**
   * Runs the action. Does nothing while it is running, and, if there are arguments, for `repeatMs` after a successful press with
   * the same ones. Never rejects.
   */
  run: (...args: Args) => Promise<void>;
  state: ButtonState;
  /** Messages about the last try. They stay until the next one (D-21). */
  problems: readonly FieldError[];
  clear: () => void;
};

/** Action of a button: its state, and the messages after a failure. `work` throws ApiError. */
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
      // A second press by a trembling hand or key would repeat the action, or undo it.
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
