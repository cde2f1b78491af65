import { useState } from 'react';
import type { DefaultValues, Path, PathValue } from 'react-hook-form';
import { ApiError } from '../api/errors.ts';
import { adminResetMs } from '../ui/buttons/reset-delays.ts';
import { mergeSaves, newerOf } from './unsaved/merge-conflict.ts';
import { fillWithSaved } from './unsaved/fill-with-saved.ts';
import type { Schema } from './late-schema.ts';
import type { ActionOptions } from './use-action.ts';
import { useSubmit } from './use-submit.ts';
import { useZodForm } from './use-zod-form.ts';

/** Saved values, and their version. */
export type Saved<Values> = { version: number; values: Values };

/** Maximum number of tries of a save that conflicts with newer saves. */
const attempts = 3;

/**
 * Form for values that several people may change (D-18): each save names the version that it is based on. Values saved by another
 * person meanwhile are merged; if both changed the same field, the field shows a message, and the next save decides. `save`
 * returns the values saved then, and throws ApiError. `name` as in `useZodForm`. `options` contain the callbacks and the error
 * messages.
 */
export function useSharedForm<Values extends Record<string, string>>(
  schema: Schema<Values>,
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

  /** Resets the form to the saved values. */
  const restart = (now: Saved<Values>) => {
    clear();
    setKept(now);
    form.reset(now.values);
  };

  /** Takes over values that were saved in another way. A field that differs from `before` was typed since, and is kept. */
  const adopt = (now: Saved<Values>, before: Values) => {
    setKept(now);
    fillWithSaved(form, now.values, before);
  };

  return { form, state, problems, submit, clear, restart, adopt };
}
