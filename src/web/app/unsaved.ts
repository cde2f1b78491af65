/** Before everything that a tab keeps of what a person typed and did not save. */
const prefix = 'wattle.unsaved.';

/** The storage of the tab; undefined where the browser keeps nothing. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Forgets what was typed in this tab and not saved: on signing out. */
export function forgetUnsaved(): void {
  const store = storage();
  if (!store) return;
  for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key);
}

/** Who typed what a tab keeps, by id: with staff also what they typed in the accounts of customers. */
const typistKey = `${prefix}typist`;

/** Notes who is signed in. What another person typed in this tab before is none of theirs, and is forgotten. */
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

/** Whether this browser keeps what was typed. */
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

/** The words of a form that a tab keeps: values by the names of the fields. */
export type KeptWords = Readonly<Record<string, unknown>>;

/** Where the words of a form of a person's page stand. */
export const wordsKey = (personId: string, path: string, form: string): string =>
  `${prefix}form.${personId}.${path}.${form}`;

/** Keeps the words of a form until `forgetWords`. */
export function keepWords(key: string, words: KeptWords): void {
  try {
    storage()?.setItem(key, JSON.stringify(words));
  } catch {
    // The dialog over the page says that nothing is kept.
  }
}

/** The words that were kept; undefined when there are none. */
export function readWords(key: string): KeptWords | undefined {
  try {
    const words: unknown = JSON.parse(storage()?.getItem(key) ?? 'null');
    return typeof words === 'object' && words !== null ? (words as KeptWords) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether words are kept for a form of a person's page whose name ends with `name`. */
export function hasWords(personId: string, path: string, name: string): boolean {
  const start = wordsKey(personId, path, '');
  return Object.keys(storage() ?? {}).some((key) => key.startsWith(start) && key.endsWith(`.${name}`));
}

/** Forgets the words of one form. */
export function forgetWords(key: string): void {
  storage()?.removeItem(key);
}

let tell: (() => void) | undefined;
let untold = false;

/** Notes that words are back on the page that are not saved: it looks as if they were. */
export function tellWordsBack(): void {
  if (tell) tell();
  else untold = true;
}

/** For the one gate around every page: takes over saying so, also of words that came back before. */
export function onWordsBack(say: () => void): void {
  tell = say;
  if (untold) say();
  untold = false;
}
