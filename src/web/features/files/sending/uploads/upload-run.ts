import { isSaved, noRemarks, type UploadList } from './upload-list.ts';
import type { UploadSender } from './upload-sender.ts';

/** Result of a run: the numbers of files that are saved, still being checked, or failed. Files that the person stopped count as neither. */
export type Outcome = { saved: number; kept: number; failed: number };

/** Creates the runs of a list, one at a time. A run sends its files one after the other. */
export function createUploadRun(list: UploadList, sender: UploadSender) {
  let isLeft = false;
  return {
    async start(only?: string): Promise<Outcome> {
      const outcome = { saved: 0, kept: 0, failed: 0 };
      if (list.view().sending) return outcome;
      const queue = list
        .view()
        .uploads.filter((each) => !isSaved(each) && (only === undefined || each.key === only));
      const queued = new Set(queue.map(({ key }) => key));
      list.show({
        ...noRemarks,
        sending: true,
        uploads: list
          .view()
          .uploads.map((each) => (queued.has(each.key) ? { ...each, state: { kind: 'waiting' } } : each)),
      });
      for (const { key } of queue) {
        const upload = list.find(key);
        if (!upload || isLeft) continue;
        const sent = await sender.send(upload);
        if (sent) outcome[sent] += 1;
        else if (
          list.view().uploads.some(({ file, state }) => file === upload.file && state.kind === 'failed')
        )
          outcome.failed += 1;
      }
      list.show({ sending: false });
      return outcome;
    },
    leave(): void {
      isLeft = list.view().sending;
      sender.stopAll();
    },
  };
}
