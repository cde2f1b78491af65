import { useState } from 'react';
import type { DefaultValues, Path, PathValue } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from '../api/errors.ts';
import { formRefusal } from './form-errors.ts';
import { useRefusals } from './use-form-errors.ts';
import { adminResetMs } from '../ui/buttons/reset-delays.ts';
import { useButtonState } from '../ui/buttons/use-button-state.ts';
import { mergeSaves, newerOf } from './merge-conflict.ts';
import { useZodForm } from './use-zod-form.ts';

/** What is saved, and the number of the save. */
export type Kept<Values> = { version: number; values: Values };

/** How often a save that another one overtook is tried again with both. */
const attempts = 3;

/**
 * A form over something that several people may change (D-18): each save names the one it was based on. What another person
 * saved in the meantime is taken in; where both changed the same field it is said there, and the next save decides.
 * `save` gives what is saved then, and throws ApiError.
 */
export function useKeptForm<Values extends Record<string, string>>(
  schema: z.core.$ZodType<Values>,
  first: Kept<Values>,
  save: (values: Values, version: number) => Promise<Kept<Values>>,
) {
  const form = useZodForm<Values, Values>(schema, first.values as DefaultValues<Values>);
  const { state, run } = useButtonState(adminResetMs.save);
  const { problems, refuse, clear } = useRefusals(form);
  const [kept, setKept] = useState(first);

  /** False when it was refused, and the form says why. */
  async function trySave(typed: Values): Promise<boolean> {
    let { values: base, version } = kept;
    let values = typed;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const saved = await save(values, version);
        setKept(saved);
        form.reset(saved.values);
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const newer = newerOf(error);
        if (!newer) {
          refuse(formRefusal(error));
          return false;
        }
        const { merged, clashes } = mergeSaves(base, values, newer.saved);
        base = newer.saved as Values;
        ({ version } = newer);
        setKept({ values: base, version });
        for (const [name, value] of Object.entries(merged))
          form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>);
        if (clashes.length > 0 || attempt === attempts) {
          refuse(clashes);
          return false;
        }
        values = merged;
      }
    }
  }

  const send = (values: Values) =>
    run(async () => {
      clear();
      return trySave(values);
    });

  /** Begins anew with what is saved now. */
  const restart = (now: Kept<Values>) => {
    clear();
    setKept(now);
    form.reset(now.values);
  };

  return { form, state, problems, send, refuse, clear, restart };
}
