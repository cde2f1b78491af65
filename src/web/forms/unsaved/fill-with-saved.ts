import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Fills a form with the saved values. A field that differs from `sent`, the values of the form when the save began, is kept: it
 * was typed during the save.
 */
export function fillWithSaved<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values, unknown, never>, 'getValues' | 'reset' | 'setValue'>,
  saved: Values,
  sent: Values,
): void {
  const now = form.getValues();
  form.reset(saved);
  for (const [name, value] of Object.entries(now))
    if (value !== sent[name]) form.setValue(name as Path<Values>, value, { shouldDirty: true });
}
