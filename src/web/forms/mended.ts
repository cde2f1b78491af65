import type { FieldErrors, UseFormSetError } from 'react-hook-form';

/** The type of an error that was mended since the last try. */
export const mended = 'mended';

type Marked = { formState: { errors: FieldErrors }; setError: UseFormSetError<never> };

/**
 * Marks which of the shown errors are mended by now, and which are not any more. None goes away and none comes before the next
 * try, so that no answer moves anything on the page (D-21, R-70).
 */
export function markMended({ formState, setError }: Marked, stillWrong: () => ReadonlySet<string>): void {
  const shown = Object.entries(formState.errors);
  if (shown.length === 0) return;
  const wrong = stillWrong();
  for (const [field, error] of shown) {
    const type = wrong.has(field) ? 'invalid' : mended;
    if (error && error.type !== type) setError(field as never, { ...error, type } as never);
  }
}
