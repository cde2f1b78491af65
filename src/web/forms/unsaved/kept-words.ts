import { useEffect, useRef, useState } from 'react';
import { onSessionLost, personOfPage } from '../../api/session/session-lost.ts';
import {
  forgetWords,
  hasWords,
  keepWords,
  readWords,
  notifyWordsRestored,
  wordsKey,
} from '../../app/unsaved.ts';

/** Credentials and confirmations: they are never stored. */
export const neverKept: readonly string[] = [
  'password',
  'repeatPassword',
  'current',
  'code',
  'confirm',
  'secret',
  'client_secret',
  // Public keys of clinical systems: a private one may be pasted by mistake.
  'keys',
];

/**
 * Returns the storage key for the text of a form on this page; undefined on a visitor's page. `name` distinguishes it from other
 * forms of the page.
 */
function keyOf(name: string): string | undefined {
  const person = personOfPage();
  return person === null ? undefined : wordsKey(person, location.pathname + location.search, name);
}

/** Whether this form, in a dialog of this page, has stored text from before the session ended, so that the dialog opens again. */
export function isFormKept(name: string): boolean {
  const person = personOfPage();
  return person !== null && hasWords(person, location.pathname + location.search, name);
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Words = Readonly<Record<string, unknown>>;

type KeepingForm = {
  getValues: () => Words;
  setValue: (name: string, value: unknown, options: { shouldDirty: boolean }) => void;
  formState: { defaultValues?: Words | undefined };
};

/**
 * Stores the text of a form when the session ends, and restores it when the same person opens the same page in the same tab
 * . Passwords and codes are not stored.
 */
export function useKeptWords(form: KeepingForm, name: string): void {
  const latest = useRef(form);
  latest.current = form;
  useEffect(
    () =>
      onSessionLost(() => {
        const { getValues, formState } = latest.current;
        const values = getValues();
        const changed = Object.entries(values).filter(
          ([field, value]) =>
            !neverKept.includes(field) && !same(value, formState.defaultValues?.[field] ?? ''),
        );
        const key = keyOf(name);
        if (key !== undefined && changed.length > 0) keepWords(key, Object.fromEntries(changed));
      }),
    [name],
  );
  useEffect(() => {
    const { getValues, setValue } = latest.current;
    const key = keyOf(name);
    const words = key === undefined ? undefined : readWords(key);
    if (key === undefined || !words) return;
    forgetWords(key);
    const fields = Object.keys(getValues());
    const known = Object.entries(words).filter(([field]) => fields.includes(field));
    for (const [field, value] of known) setValue(field, value, { shouldDirty: true });
    if (known.length > 0) notifyWordsRestored();
  }, [name]);
}

/** State of a form without fields of its own: `useState`, stored as `useKeptWords` does. `saved` is the state at the server. */
export function useKeptState<Value>(name: string, saved: Value): [Value, (next: Value) => void] {
  const [kept] = useState(() => {
    const key = keyOf(name);
    const words = key === undefined ? undefined : readWords(key);
    return key !== undefined && words ? { key, value: words['value'] as Value } : undefined;
  });
  const [value, setValue] = useState<Value>(kept ? kept.value : saved);
  const latest = useRef({ value, saved });
  latest.current = { value, saved };
  useEffect(() => {
    if (!kept) return;
    forgetWords(kept.key);
    notifyWordsRestored();
  }, [kept]);
  useEffect(
    () =>
      onSessionLost(() => {
        const key = keyOf(name);
        const now = latest.current;
        if (key !== undefined && !same(now.value, now.saved)) keepWords(key, { value: now.value });
      }),
    [name],
  );
  return [value, setValue];
}
