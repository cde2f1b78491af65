import { headBytes } from '../../../../../domain/files/content.ts';
import {
  moved,
  photographLimits,
  problemOfPhotograph,
  uncropped,
  type PageView,
} from '../../../../../domain/files/photographs.ts';
import { problemOfFailure } from '../../sending/problems.ts';
import { failureOf } from '../../sending/retry.ts';
import {
  createPageList,
  noPhotographs,
  storedPages,
  type Page,
  type Picture,
  type RefusedPhotograph,
} from './page-list.ts';
import { createPageSender } from './page-sender.ts';
import type { OpenPhotographs, PhotographService } from './service.ts';

/** A photograph that the browser could read. */
export type ReadPhotograph = { picture: Picture; isBlank: boolean };

export type PhotographsOptions = {
  service: PhotographService;
  /** Reads a photograph; undefined if the browser cannot. */
  read: (file: Blob) => Promise<ReadPhotograph | undefined>;
  /** Releases a picture that is not shown any more. */
  release: (picture: Picture) => void;
  newFileName: () => string;
};

/** How long changes of a page are gathered before they are stored, in milliseconds. */
const gatherMs = 800;

export type Photographs = ReturnType<typeof createPhotographs>;

/** Creates the state of a document of photographs: its pages, which are kept at the server as soon as they are chosen. */
export function createPhotographs({ service, read, release, newFileName }: PhotographsOptions) {
  const list = createPageList();
  const sender = createPageSender({ service, newFileName }, list);
  const { view, subscribe } = list;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function saveSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void sender.save().catch(() => list.show({ saveFailed: true })), gatherMs);
  }

  /** Returns a page of a chosen photograph, or why it is refused. `others` are the pages that it would be added to. */
  async function pageFrom(file: File, others: readonly Page[]): Promise<Page | RefusedPhotograph> {
    const { name, size } = file;
    const head = await headOf(file);
    const problem = head && problemOfPhotograph({ size, head }, others);
    if (problem) return { name, problem };
    const photograph = head && (await read(file));
    if (!photograph) return { name, problem: { field: 'file', message: 'error.photograph.broken' } };
    const { picture, isBlank } = photograph;
    return {
      ...{ number: list.nextNumber(), size, turn: 0, crop: uncropped, file, picture },
      ...{ looksBlank: isBlank, state: { kind: 'waiting' } },
    };
  }

  function drop(page: Page): void {
    sender.stopPage(page.number);
    if (page.picture) release(page.picture);
  }

  const change = (number: number, next: Partial<Page>) => {
    list.patch(number, next);
    saveSoon();
  };

  return {
    view,
    subscribe,
    /** Shows the pages of an earlier visit. Does nothing if there are pages already. */
    resume(open: OpenPhotographs): void {
      if (view().id !== undefined || view().pages.length > 0) return;
      const pages = open.pages.map((page) => keptPage(page, open.partSize));
      list.show({ pages });
      sender.resume(open, JSON.stringify(storedPages(pages)));
    },
    /** Adds photographs behind the others, as many as fit, and sends them. */
    async add(files: readonly File[]): Promise<void> {
      list.show({ refused: [], leftOut: 0, problem: undefined });
      for (const [at, file] of files.entries()) {
        const { pages, refused } = view();
        if (pages.length >= photographLimits.pages) {
          list.show({ leftOut: files.length - at });
          break;
        }
        const page = await pageFrom(file, pages);
        if ('name' in page) list.show({ refused: [...refused, page] });
        else list.show({ pages: [...view().pages, page] });
      }
      await sender.sendAll();
    },
    /** Puts another photograph in the place of one. */
    async replace(number: number, file: File): Promise<void> {
      list.show({ refused: [], leftOut: 0, problem: undefined });
      const others = view().pages.filter((page) => page.number !== number);
      const page = await pageFrom(file, others);
      const before = list.find(number);
      if ('name' in page || !before) {
        if ('name' in page) list.show({ refused: [page] });
        return;
      }
      drop(before);
      list.show({ pages: view().pages.map((each) => (each.number === number ? page : each)) });
      await sender.sendAll();
    },
    look: (number: number, next: PageView) => change(number, { turn: next.turn, crop: next.crop }),
    keepBlank: (number: number) => list.patch(number, { looksBlank: false }),
    setPicture: (number: number, picture: Picture) => list.patch(number, { picture }),
    move(number: number, by: number): void {
      const { pages } = view();
      list.show({
        pages: moved(
          pages,
          pages.findIndex((page) => page.number === number),
          by,
        ),
      });
      saveSoon();
    },
    remove(number: number): void {
      const page = list.find(number);
      if (!page) return;
      drop(page);
      list.show({ pages: view().pages.filter((each) => each.number !== number) });
      saveSoon();
    },
    async sendAgain(number: number): Promise<void> {
      list.patch(number, { state: { kind: 'waiting' } });
      await sender.sendAll();
    },
    /** Makes the document and sends it on. Returns undefined if it failed: the reason is shown then. */
    async finish(): Promise<'saved' | 'kept' | undefined> {
      clearTimeout(timer);
      list.show({ problem: undefined, refused: [], leftOut: 0 });
      try {
        const { isChecking } = await sender.finish();
        reset();
        return isChecking ? 'kept' : 'saved';
      } catch (thrown) {
        showFailure(thrown);
        return undefined;
      }
    },
    /** Deletes all photographs. @throws SendingFailed */
    async giveUp(): Promise<void> {
      clearTimeout(timer);
      await sender.remove();
      reset();
    },
    /** Call it when the dialog closes: what has not arrived is lost, the rest is kept at the server. */
    leave(): void {
      clearTimeout(timer);
      sender.leave();
      for (const { picture } of view().pages) if (picture) release(picture);
    },
  };

  function reset(): void {
    for (const page of view().pages) drop(page);
    sender.end();
    list.show(noPhotographs);
  }

  /** Shows a failure at its page, or below the pages. */
  function showFailure(thrown: unknown): void {
    const failure = failureOf(thrown);
    if (failure.kind === 'stopped') return;
    const [field] = failure.error?.fields ?? [];
    const number = Number(/^page\.(\d+)$/.exec(field?.field ?? '')?.[1]);
    if (field && list.find(number))
      return list.patch(number, { state: { kind: 'failed', problem: field, canSendAgain: false } });
    list.show({ problem: problemOfFailure(failure, newFileName()) });
  }
}

/** Returns a page of an earlier visit. One whose photograph did not arrive completely must be taken again. */
function keptPage(page: OpenPhotographs['pages'][number], partSize: number): Page {
  const { received, ...stored } = page;
  const hasArrived = received * partSize >= page.size;
  return {
    ...stored,
    ...{ file: undefined, picture: undefined, looksBlank: false },
    state: hasArrived
      ? { kind: 'arrived' }
      : {
          kind: 'failed',
          problem: { field: 'file', message: 'error.photograph.incomplete' },
          canSendAgain: false,
        },
  };
}

/** Returns the first bytes of a file; undefined if it can no longer be read. */
async function headOf(file: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  } catch {
    return undefined;
  }
}
