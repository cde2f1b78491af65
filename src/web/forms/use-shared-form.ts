import { useState } from 'react';
import type { DefaultValues, Path, PathValue } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from '../api/errors.ts';
import { adminResetMs } from '../ui/buttons/reset-delays.ts';
import { mergeSaves, newerOf } from './unsaved/merge-conflict.ts';
import { fillWithSaved } from './unsaved/fill-with-saved.ts';
import type { ActionOptions } from './use-action.ts';
import { useSubmit } from './use-submit.ts';
import { useZodForm } from './use-zod-form.ts';

/** What is saved, and the number of the save. */
export type Saved<Values> = { version: number; values: Values };

/** How often a save that another one overtook is tried again with both. */
const attempts = 3;

/**
 * A form over something that several people may change (D-18): each save names the one it was based on. What another person
 * saved in the meantime is taken in; where both changed the same field it is said there, and the next save decides.
 * `save` gives what is saved then, and throws ApiError. `name` as in `useZodForm`. `options` say what follows, and what is said of errors.
 */
export function useSharedForm<Values extends Record<string, string>>(
  schema: z.core.$ZodType<Values>,
  first: Saved<Values>,
  save: (values: Values, version: number) => Promise<Saved<Values>>,
  name = '',
  options: Partial<ActionOptions<void>> = {},
) {
  const form = useZodForm<Values, Values>(schema, first.values as DefaultValues<Values>, name);
  const [kept, setKept] = useState(first);

  async function trySave(typed: Values): Promise<void> {
    let { values: base, version } = kept;
    let sent = form.getValues();
    let values = typed;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const saved = await save(values, version);
        setKept(saved);
        fillWithSaved(form, saved.values, sent);
        return;
      } catch (error) {
        const newer = error instanceof ApiError ? newerOf(error) : undefined;
        if (!newer) throw error;
        const { merged, clashes } = mergeSaves(base, values, newer.saved);
        base = newer.saved as Values;
        ({ version } = newer);
        setKept({ values: base, version });
        const now = form.getValues();
        for (const [name, value] of Object.entries(merged).filter(([field]) => now[field] === sent[field]))
          form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>);
        sent = { ...sent, ...merged };
        if (clashes.length > 0) throw new ApiError('invalid', { fields: clashes });
        if (attempt === attempts) throw error;
        values = merged;
      }
    }
  }

  const { submit, state, problems, clear } = useSubmit(form, trySave, {
    resetMs: adminResetMs.save,
    ...options,
  });

  /** Begins again with what is saved now. */
  const restart = (now: Saved<Values>) => {
    clear();
    setKept(now);
    form.reset(now.values);
  };

  return { form, state, problems, submit, clear, restart };
}
