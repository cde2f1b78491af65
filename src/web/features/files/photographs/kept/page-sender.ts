import { failureOf } from '../../sending/retry.ts';
import { problemOfFailure } from '../../sending/problems.ts';
import { percentOf } from '../../sending/parts.ts';
import { sendParts, withRetries } from '../../sending/send-file.ts';
import { storedPages, type PageList } from './page-list.ts';
import type { OpenPhotographs, PhotographService } from './service.ts';

export type PageSender = ReturnType<typeof createPageSender>;

type SenderOptions = { service: PhotographService; newFileName: () => string };

/** Creates the sender of pages: it stores the list of pages, and sends the photographs one after the other. */
export function createPageSender({ service, newFileName }: SenderOptions, list: PageList) {
  const stop = new AbortController();
  const stops = new Map<number, AbortController>();
  let open: Pick<OpenPhotographs, 'id' | 'partSize'> | undefined;
  let saved = '';
  let saving: Promise<void> = Promise.resolve();
  let isSending = false;

  const attempt = <Result>(step: () => Promise<Result>): Promise<Result> =>
    withRetries(service, stop.signal, step, () => {});

  async function ensureBegun(): Promise<Pick<OpenPhotographs, 'id' | 'partSize'>> {
    if (open) return open;
    const begun = await attempt(() => service.begin(newFileName()));
    open = begun;
    list.show({ id: begun.id });
    return begun;
  }

  async function saveNow(): Promise<void> {
    const { id } = await ensureBegun();
    const pages = storedPages(list.view().pages);
    const next = JSON.stringify(pages);
    if (next === saved) return;
    await attempt(() => service.change(id, pages));
    saved = next;
    if (list.view().saveFailed) list.show({ saveFailed: false });
  }

  /** Stores the latest list, after the stores before. @throws SendingFailed */
  function save(): Promise<void> {
    saving = saving.then(saveNow, saveNow);
    return saving;
  }

  async function sendPage(number: number): Promise<void> {
    const { id, partSize } = await ensureBegun();
    await save();
    const page = list.find(number);
    if (!page?.file) return;
    const { file } = page;
    const own = new AbortController();
    stops.set(number, own);
    try {
      await sendParts(service, {
        content: file,
        open: { partSize, arrived: 0 },
        signal: AbortSignal.any([stop.signal, own.signal]),
        put: (n, body, on) => service.sendPart({ id, number, n, body }, on),
        onProgress: (progress) => {
          const lost = progress.kind === 'waiting';
          const percent = 'sent' in progress ? percentOf(progress.sent, file.size) : 100;
          list.patch(number, { state: { kind: 'sending', percent, lost } });
        },
        onArrived: () => {},
      });
      list.patch(number, { state: { kind: 'arrived' } });
    } finally {
      stops.delete(number);
    }
  }

  function fail(number: number, thrown: unknown): void {
    const failure = failureOf(thrown);
    if (failure.kind === 'stopped') return;
    const problem = problemOfFailure(failure, newFileName());
    list.patch(number, { state: { kind: 'failed', problem, canSendAgain: true } });
  }

  return {
    /** Continues a document of an earlier visit. */
    resume({ id, partSize }: OpenPhotographs, pages: string): void {
      open = { id, partSize };
      saved = pages;
      list.show({ id });
    },
    save,
    /** Sends all photographs that wait. Does nothing while it is sending: that run sends the new ones too. */
    async sendAll(): Promise<void> {
      if (isSending) return;
      isSending = true;
      try {
        for (;;) {
          const next = list.view().pages.find(({ state }) => state.kind === 'waiting');
          if (!next || stop.signal.aborted) return;
          await sendPage(next.number).catch((error: unknown) => fail(next.number, error));
          // A page that was neither sent nor failed was removed, or sending was stopped.
          if (list.find(next.number)?.state.kind === 'waiting') return;
        }
      } finally {
        isSending = false;
      }
    },
    stopPage: (number: number) => stops.get(number)?.abort(),
    /** Makes the document. @throws SendingFailed */
    async finish(): Promise<{ isChecking: boolean }> {
      const { id } = await ensureBegun();
      await save();
      return attempt(() => service.finish(id));
    },
    /** Deletes the document at the server. @throws SendingFailed */
    async remove(): Promise<void> {
      const { id } = open ?? {};
      for (const own of stops.values()) own.abort();
      await saving.catch(() => {});
      if (id === undefined) return;
      await attempt(() => service.remove(id));
      this.end();
    },
    /** Forgets the document: it was made, or deleted. */
    end(): void {
      open = undefined;
      saved = '';
    },
    leave: () => stop.abort(),
  };
}
