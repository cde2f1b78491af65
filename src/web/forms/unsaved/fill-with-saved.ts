import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Fills a form with what is saved now. A field that holds something else than in `sent`, what the form held when the save began, keeps
 * it: that was typed while the save was under way.
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
