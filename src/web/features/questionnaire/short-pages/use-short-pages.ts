import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import {
  shortPages,
  shortPageWith,
  type Pace,
  type ShortPage,
} from '../../../../domain/questionnaire/answering/short-pages.ts';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { usePace } from './pace.ts';

/** Pages of a step on a small screen. A large screen shows the whole step, whatever page the address has. */
export type ShortPages = {
  /** The page that is shown; undefined on a large screen. */
  page: ShortPage | undefined;
  /** The page after it; undefined on the last one and on a large screen. */
  nextPage: ShortPage | undefined;
  isFirst: boolean;
  pace: Pace;
  /** Whether a choice of pace makes a difference in this step. */
  hasPaces: boolean;
  setPace: (pace: Pace) => void;
  next: () => void;
  back: () => void;
  /** Opens the page that has an answer, and begins at it. */
  reveal: (key: string) => void;
  /** Opens the page that has the first of these answers, and leaves the focus where it is. */
  showFirstOf: (keys: readonly string[]) => void;
};

/** Returns the index that the address has: its page, else the page of the question after the #. */
function indexIn(pages: readonly ShortPage[], page: string, hash: string): number {
  const index = Number(page) - 1;
  if (Number.isInteger(index) && pages[index]) return index;
  return Math.max(0, shortPageWith(pages, hash));
}

/**
 * The page and the question in the address, from one source, so that they change together. While another step is loaded, the
 * present one keeps its page.
 */
function useAddress(step: StepId): { asked: string; hash: string } {
  const address = useLocation({
    select: ({ pathname, search, hash }) =>
      pathname.endsWith(`/${step}`) ? `${(search as { page?: string }).page ?? ''}#${hash}` : undefined,
  });
  const last = useRef('#');
  if (address !== undefined) last.current = address;
  const [asked = '', hash = ''] = last.current.split('#');
  return { asked, hash };
}

/** The pages of a step, with the present one in the address, so that Back and a reload work. */
export function useShortPages(userId: string, step: StepId): ShortPages {
  const isNarrow = useIsNarrow();
  const [pace, keepPace] = usePace(userId);
  const { asked, hash } = useAddress(step);
  const pages = useMemo(() => shortPages(step, pace), [step, pace]);
  const index = indexIn(pages, asked, hash);
  const keepFocus = useFocusOnPage(isNarrow ? index : undefined, shortPageWith(pages, hash) >= 0);

  const open = useOpenPage(step);

  const showFirstOf = useCallback(
    (keys: readonly string[]) => {
      const first = Math.min(...keys.map((key) => shortPageWith(pages, key)).filter((at) => at >= 0));
      if (!isNarrow || first === index || !pages[first]) return;
      keepFocus();
      open(first);
    },
    [index, isNarrow, keepFocus, open, pages],
  );

  const setPace = useCallback(
    (next: Pace) => {
      const shown = pages[index]?.keys[0] ?? '';
      keepPace(next);
      keepFocus();
      open(Math.max(0, shortPageWith(shortPages(step, next), shown)), { replace: true });
    },
    [index, keepPace, keepFocus, open, pages, step],
  );

  const next = useCallback(() => open(index + 1), [index, open]);

  return {
    page: isNarrow ? pages[index] : undefined,
    nextPage: isNarrow ? pages[index + 1] : undefined,
    isFirst: !isNarrow || index === 0,
    pace,
    hasPaces: shortPages(step, 'one').length > shortPages(step, 'few').length,
    setPace,
    next,
    back: () => open(index - 1),
    reveal: (key) => open(shortPageWith(pages, key), { hash: key }),
    showFirstOf,
  };
}

type Opening = { replace?: boolean; hash?: string };

/** Returns a function that opens a page of a step by its index, or the page with the question `hash`. */
function useOpenPage(step: StepId) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return useCallback(
    (target: number, { replace = false, hash = '' }: Opening = {}) =>
      void navigate({
        to: '/questionnaire/$step',
        params: { step },
        search: { ...search, page: target > 0 && hash === '' ? target + 1 : undefined },
        hash,
        replace,
      }),
    [navigate, search, step],
  );
}

/**
 * Moves focus to the title when another page of the step is shown, unless the address begins at a question. Returns a function to
 * call before a page is opened without moving the focus.
 */
function useFocusOnPage(index: number | undefined, beginsAtQuestion: boolean): () => void {
  const shown = useRef(index);
  const keepsFocus = useRef(false);
  useEffect(() => {
    const isOther = index !== undefined && shown.current !== undefined && shown.current !== index;
    shown.current = index;
    if (!isOther) return;
    if (!keepsFocus.current && !beginsAtQuestion)
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
    keepsFocus.current = false;
  }, [index, beginsAtQuestion]);
  return useCallback(() => {
    keepsFocus.current = true;
  }, []);
}

/** Returns the search parameter of the last page of a step on a small screen; undefined if it has one page. */
export function lastPageOf(step: StepId, pace: Pace): number | undefined {
  const count = shortPages(step, pace).length;
  return count > 1 ? count : undefined;
}
