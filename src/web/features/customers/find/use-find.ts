import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Read } from '../../../api/use-read.ts';
import { useFound, type FoundResidents } from './find-api.ts';

/** Milliseconds without a key before the server is asked. */
const typingMs = 150;

const namesIn = (area: HTMLElement | null) => [
  ...(area?.querySelectorAll<HTMLAnchorElement>('a[data-found]') ?? []),
];

type Find = {
  typed: string;
  type: (text: string) => void;
  /** The words that were searched. */
  words: string;
  read: Read<FoundResidents>;
  /** Opens the only customer found, or goes to the first of several; later if the response is awaited. */
  openOrEnter: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const tidy = (typed: string) => typed.trim().replace(/\s+/gu, ' ');

/** State of the search in `area`, which contains a link `data-found` for each customer. */
export function useFind(area: RefObject<HTMLElement | null>): Find {
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  /** The words for which Enter was pressed: a new object for each press. */
  const [entered, setEntered] = useState<{ words: string }>();
  const handled = useRef<{ words: string }>(undefined);
  const wanted = tidy(typed);
  useEffect(() => {
    const timer = setTimeout(() => setWords(wanted), wanted === '' ? 0 : typingMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const read = useFound(words);
  const isCurrent = words === wanted && words !== '' && !read.loading && !read.refreshing;
  useEffect(() => {
    if (!entered || handled.current === entered || entered.words !== words || !isCurrent) return;
    handled.current = entered;
    const [first] = namesIn(area.current);
    // After a corrected typing error the user must check the name first.
    if (read.data?.data.length === 1 && read.data.closest === null) first?.click();
    else first?.focus();
  }, [entered, words, isCurrent, read.data, area]);
  return {
    typed,
    type: setTyped,
    words,
    read,
    openOrEnter(text) {
      setWords(tidy(text));
      setEntered({ words: tidy(text) });
    },
    onKeyDown: (event) => moveOrShow(event, area.current),
  };
}

/** Moves between the field and the names with the arrow keys, and opens the emergency sheet of a name with E. */
function moveOrShow(event: KeyboardEvent<HTMLElement>, area: HTMLElement | null): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const names = namesIn(area);
  const at = names.findIndex((name) => name === document.activeElement);
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const next = at + (event.key === 'ArrowDown' ? 1 : -1);
    const isInField = at === -1 && document.activeElement instanceof HTMLInputElement;
    if (at === -1 && (!isInField || event.key === 'ArrowUp')) return;
    event.preventDefault();
    const target = next < 0 ? area?.querySelector<HTMLInputElement>('input[type=search]') : names[next];
    target?.focus();
  } else if (event.key.toLowerCase() === 'e' && at !== -1) {
    event.preventDefault();
    names[at]?.closest('li')?.querySelector<HTMLAnchorElement>('a[target=_blank]')?.click();
  }
}
