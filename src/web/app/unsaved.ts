/** Prefix of all keys for typed text that a tab stores. */
const prefix = 'wattle.unsaved.';

/** Returns the storage of the tab; undefined if the browser stores nothing. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Deletes all typed text of this tab that is not saved: on signing out. */
export function forgetUnsaved(): void {
  const store = storage();
  if (!store) return;
  for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key);
}

/** Key of the id of the person whose typed text the tab stores: for staff, this includes text from the accounts of customers. */
const typistKey = `${prefix}typist`;

/** Notes the signed-in person. Text that another person typed in this tab before is deleted. */
export function noteTypist(personId: string): void {
  try {
    const before = storage()?.getItem(typistKey);
    if (before === personId) return;
    if (before != null) forgetUnsaved();
    storage()?.setItem(typistKey, personId);
  } catch {
    // Where nothing can be kept, nothing was.
  }
}

/** Whether this browser stores typed text. */
export function keepsUnsaved(): boolean {
  const key = `${prefix}probe`;
  try {
    sessionStorage.setItem(key, '1');
    sessionStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** Text of a form that a tab stores: values by the names of the fields. */
export type KeptWords = Readonly<Record<string, unknown>>;

/** Returns the storage key for a form on a person's page. */
export const wordsKey = (personId: string, path: string, form: string): string =>
  `${prefix}form.${personId}.${path}.${form}`;

/** Stores the text of a form until `forgetWords`. */
export function keepWords(key: string, words: KeptWords): void {
  try {
    storage()?.setItem(key, JSON.stringify(words));
  } catch {
    // The dialog over the page says that nothing is kept.
  }
}

/** Returns the stored text; undefined if there is none. */
export function readWords(key: string): KeptWords | undefined {
  try {
    const words: unknown = JSON.parse(storage()?.getItem(key) ?? 'null');
    return typeof words === 'object' && words !== null ? (words as KeptWords) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether text is stored for a form of a person's page whose name ends with `name`. */
export function hasWords(personId: string, path: string, name: string): boolean {
  const start = wordsKey(personId, path, '');
  return Object.keys(storage() ?? {}).some((key) => key.startsWith(start) && key.endsWith(`.${name}`));
}

/** Deletes the stored text of one form. */
export function forgetWords(key: string): void {
  storage()?.removeItem(key);
}

let notify: (() => void) | undefined;
let untold = false;

/** Notes that unsaved text was restored on the page: it would otherwise appear to be saved. */
export function notifyWordsRestored(): void {
  if (notify) notify();
  else untold = true;
}

/** Registers the handler for restored text, for the gate around every page: also for text that was restored before. */
export function onWordsBack(say: () => void): void {
  notify = say;
  if (untold) say();
  untold = false;
}
