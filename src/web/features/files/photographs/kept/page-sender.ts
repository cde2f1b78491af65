import { percentOf } from '../../sending/parts.ts';
import { problemOfFailure } from '../../sending/problems.ts';
import { failureOf } from '../../sending/retry.ts';
import { sendParts, type Progress } from '../../sending/send-file.ts';
import type { KeeperOptions, PageKeeper } from './page-keeper.ts';
import { isOnItsWay, type PageList, type PageState } from './page-list.ts';

export type PageSender = ReturnType<typeof createPageSender>;

const stateOf = (progress: Progress, size: number): PageState => ({
  kind: 'sending',
  percent: progress.kind === 'checking' ? 100 : percentOf(progress.sent, size),
  lost: progress.kind === 'waiting',
});

/** Shows at a page why its photograph did not arrive. */
function showFailure(list: PageList, number: number, thrown: unknown, fileName: string): void {
  const failure = failureOf(thrown);
  if (failure.kind === 'stopped') return;
  const problem = problemOfFailure(failure, fileName);
  list.patch(number, { state: { kind: 'failed', problem, canSendAgain: true } });
}

/** Creates the sender of photographs, one after the other. */
export function createPageSender(
  { service, newFileName, signal }: KeeperOptions,
  keeper: Pick<PageKeeper, 'begun' | 'save'>,
  list: PageList,
) {
  const stops = new Map<number, AbortController>();
  let isSending = false;

  async function sendPage(number: number): Promise<void> {
    const { id, partSize } = await keeper.begun();
    await keeper.save();
    const content = list.find(number)?.file;
    if (!content) return;
    const own = new AbortController();
    stops.set(number, own);
    try {
      await sendParts(service, {
        content,
        open: { partSize, arrived: 0 },
        signal: AbortSignal.any([signal, own.signal]),
        put: (n, body, on) => service.sendPart({ id, number, n, body }, on),
        onProgress: (progress) => list.patch(number, { state: stateOf(progress, content.size) }),
        onArrived: () => {},
      });
      list.patch(number, { state: { kind: 'arrived' } });
    } finally {
      stops.delete(number);
    }
  }

  return {
    /** Sends all photographs that wait. Does nothing while it is sending: that run sends the new ones too. */
    async sendAll(): Promise<void> {
      if (isSending) return;
      isSending = true;
      try {
        for (;;) {
          const next = list.view().pages.find(({ state }) => state.kind === 'waiting');
          if (!next || signal.aborted) return;
          await sendPage(next.number).catch((error: unknown) => {
            showFailure(list, next.number, error, newFileName());
          });
        }
      } finally {
        isSending = false;
      }
    },
    stopPage: (number: number) => stops.get(number)?.abort(),
    /** Stops all photographs that have not arrived. They can be sent again. */
    stopAll(): void {
      const problem = { field: 'file', message: 'error.photograph.stopped' } as const;
      for (const page of list.view().pages.filter(isOnItsWay)) {
        stops.get(page.number)?.abort();
        list.patch(page.number, { state: { kind: 'failed', problem, canSendAgain: true } });
      }
    },
  };
}
