import { moved, type PageView } from '../../../../../domain/files/photographs.ts';
import { problemOfFailure } from '../../sending/problems.ts';
import { failureOf } from '../../sending/retry.ts';
import { createPageChooser, type ReadPhotographs } from './page-chooser.ts';
import { createPageKeeper, type PageKeeper } from './page-keeper.ts';
import { createPageList, noPhotographs, type Page, type PageList, type Picture } from './page-list.ts';
import { createPageSender } from './page-sender.ts';
import type { OpenPhotographs, PhotographService } from './service.ts';

export type PhotographsOptions = {
  service: PhotographService;
  read: ReadPhotographs;
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
  const stop = new AbortController();
  const options = { service, newFileName, signal: stop.signal };
  const keeper = createPageKeeper(options, list);
  const sender = createPageSender(options, keeper, list);
  const drop = ({ number, picture }: Page) => {
    sender.stopPage(number);
    if (picture) release(picture);
  };
  const chooser = createPageChooser(read, drop, list);
  const saving = saveLater(() => keeper.save().catch(() => list.show({ saveFailed: true })));
  const { view, subscribe } = list;

  const clear = () => {
    for (const page of view().pages) drop(page);
    list.show(noPhotographs);
  };

  return {
    view,
    subscribe,
    ...pageChanges(list, drop, saving.soon),
    /** Shows the pages of an earlier visit, unless there are pages already. */
    resume(open: OpenPhotographs): void {
      if (view().pages.length > 0) return;
      list.show({ pages: open.pages.map((page) => keptPage(page, open.partSize)) });
      keeper.resume(open);
    },
    /** Adds photographs behind the others, as many as fit. */
    add: (files: readonly File[]) => chooser.add(files).then(sender.sendAll),
    /** Puts another photograph in the place of one, and sends it. */
    replace: (number: number, file: File) => chooser.replace(number, file).then(sender.sendAll),
    sendAgain(number: number): Promise<void> {
      list.patch(number, { state: { kind: 'waiting' } });
      return sender.sendAll();
    },
    /** Makes the document and sends it on. Returns undefined if it failed: the reason is shown then. */
    async finish(): Promise<'saved' | 'kept' | undefined> {
      saving.cancel();
      const made = await makeDocument(list, keeper, newFileName);
      if (made) clear();
      return made;
    },
    /** Deletes all photographs. @throws SendingFailed */
    async giveUp(): Promise<void> {
      saving.cancel();
      sender.stopAll();
      await keeper.remove();
      clear();
    },
    /** Call it when the dialog closes: what has not arrived is lost, the rest is kept at the server. */
    leave(): void {
      saving.cancel();
      stop.abort();
      for (const { picture } of view().pages) if (picture) release(picture);
    },
  };
}

async function makeDocument(
  list: PageList,
  keeper: Pick<PageKeeper, 'finish'>,
  newFileName: () => string,
): Promise<'saved' | 'kept' | undefined> {
  list.show({ problem: undefined, refused: [], leftOut: 0 });
  try {
    const { isChecking } = await keeper.finish();
    return isChecking ? 'kept' : 'saved';
  } catch (thrown) {
    showFailure(list, thrown, newFileName());
    return undefined;
  }
}

/** Returns the changes of pages that the server only stores. */
function pageChanges(list: PageList, drop: (page: Page) => void, saveSoon: () => void) {
  return {
    look(number: number, { turn, crop }: PageView): void {
      list.patch(number, { turn, crop });
      saveSoon();
    },
    keepBlank: (number: number) => list.patch(number, { looksBlank: false }),
    setPicture: (number: number, picture: Picture) => list.patch(number, { picture }),
    move(number: number, by: number): void {
      const { pages } = list.view();
      const at = pages.findIndex((page) => page.number === number);
      list.show({ pages: moved(pages, at, by) });
      saveSoon();
    },
    remove(number: number): void {
      const page = list.find(number);
      if (!page) return;
      drop(page);
      list.show({ pages: list.view().pages.filter((each) => each.number !== number) });
      saveSoon();
    },
  };
}

/** Stores changes together, some time after the last one. */
function saveLater(save: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    cancel,
    soon(): void {
      cancel();
      timer = setTimeout(() => void save(), gatherMs);
    },
  };
}

/** Shows a failure at its page, or below the pages. */
function showFailure(list: PageList, thrown: unknown, fileName: string): void {
  const failure = failureOf(thrown);
  if (failure.kind === 'stopped') return;
  const [field] = failure.error?.fields ?? [];
  const number = Number(/^page\.(\d+)$/.exec(field?.field ?? '')?.[1]);
  if (field && list.find(number))
    return list.patch(number, { state: { kind: 'failed', problem: field, canSendAgain: false } });
  list.show({ problem: problemOfFailure(failure, fileName) });
}

/** Returns a page of an earlier visit. One whose photograph did not arrive completely must be taken again. */
function keptPage(page: OpenPhotographs['pages'][number], partSize: number): Page {
  const { received, ...stored } = page;
  const hasArrived = received * partSize >= page.size;
  const problem = { field: 'file', message: 'error.photograph.incomplete' } as const;
  return {
    ...stored,
    ...{ file: undefined, picture: undefined, looksBlank: false },
    state: hasArrived ? { kind: 'arrived' } : { kind: 'failed', problem, canSendAgain: false },
  };
}
