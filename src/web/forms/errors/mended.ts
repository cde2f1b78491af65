import type { FieldErrors, UseFormSetError } from 'react-hook-form';
import type { FieldError } from '../../../domain/errors.ts';

/** Error type of a field that was corrected since the last try. */
export const mended = 'mended';

type Marked = { formState: { errors: FieldErrors }; setError: UseFormSetError<never> };

/**
 * Marks the shown errors that are corrected now, and updates the messages of the others. No error is removed or added before the
 * next try, so that nothing on the page moves (D-21, R-70).
 */
export function markMended({ formState, setError }: Marked, problems: () => readonly FieldError[]): void {
  const shown = Object.entries(formState.errors);
  if (shown.length === 0) return;
  const wrong = problems();
  for (const [field, error] of shown) {
    const now = wrong.find((problem) => problem.field === field);
    const next = now
      ? { type: 'invalid', message: now.message, params: now.params }
      : { ...error, type: mended };
    if (next.type !== error?.type || next.message !== error.message) setError(field as never, next);
  }
}
