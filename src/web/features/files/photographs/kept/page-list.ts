import type { FieldError } from '../../../../../domain/errors.ts';
import type { PhotographedPage } from '../../../../../domain/files/photographs.ts';

/** A picture that the browser can show: upright. `width` and `height` in pixels are only compared with each other. */
export type Picture = { src: string; width: number; height: number };

export type PageState =
  | { kind: 'waiting' }
  | { kind: 'sending'; percent: number; lost: boolean }
  | { kind: 'arrived' }
  | { kind: 'failed'; problem: FieldError; canSendAgain: boolean };

/** A photographed page in the browser. */
export type Page = PhotographedPage & {
  /** Photograph on this device; undefined for one that was sent in an earlier visit. */
  file: Blob | undefined;
  /** Undefined while it is loaded from the server. */
  picture: Picture | undefined;
  /** Whether the person still has to say that a page that looks empty belongs here. */
  looksBlank: boolean;
  state: PageState;
};

/** A chosen photograph that was not added. */
export type RefusedPhotograph = { name: string; problem: FieldError };

export type PhotographsView = {
  /** Id of the document at the server, once it exists. */
  id: string | undefined;
  pages: readonly Page[];
  refused: readonly RefusedPhotograph[];
  /** Number of photographs that were left out because there were too many. */
  leftOut: number;
  /** Whether the last change could not be stored. */
  saveFailed: boolean;
  /** Why the document could not be made. */
  problem: FieldError | undefined;
};

export const noPhotographs: PhotographsView = {
  ...{ id: undefined, pages: [], refused: [], leftOut: 0, saveFailed: false, problem: undefined },
};

/** Whether the photograph is still being sent. */
export const isOnItsWay = ({ state: { kind } }: Page): boolean => kind === 'waiting' || kind === 'sending';

/** Returns what the server stores of the pages. */
export const storedPages = (pages: readonly Page[]): PhotographedPage[] =>
  pages.map(({ number, size, turn, crop }) => ({ number, size, turn, crop }));

export type PageList = ReturnType<typeof createPageList>;

/** Creates the list of pages. Every change replaces the view and notifies the listeners. */
export function createPageList() {
  let view = noPhotographs;
  let highest = 0;
  const listeners = new Set<() => void>();

  function show(next: Partial<PhotographsView>): void {
    view = { ...view, ...next };
    for (const { number } of view.pages) highest = Math.max(highest, number);
    for (const listener of listeners) listener();
  }

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show,
    find: (number: number) => view.pages.find((page) => page.number === number),
    patch(number: number, next: Partial<Page>): void {
      show({ pages: view.pages.map((page) => (page.number === number ? { ...page, ...next } : page)) });
    },
    /** Returns a number that no page had before. */
    nextNumber: () => (highest += 1),
  };
}
