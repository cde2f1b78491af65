import { putBytes } from '../../../api/fetch/put-bytes.ts';
import { activateFile, insertFile, stopUpload } from '../file-api.ts';
import { SendingFailed } from './retry.ts';
import type { SendingService } from './service.ts';

/** Waits the given time, or until the connection is back, or until it is stopped. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/** Sending service that uses the server. */
export const server: SendingService = {
  async insert(file) {
    const { id, upload } = (await insertFile(file)).insertFile;
    // The record has no upload any more because it was activated before: this only happens after a lost response.
    if (!upload) throw new SendingFailed('refused');
    return { fileId: id, partSize: upload.part_size, arrived: upload.received };
  },
  async sendPart({ fileId, n, body }, { sent, signal }) {
    await putBytes(`/api/files/${fileId}/parts/${n}`, body, { onSent: sent, signal });
  },
  async activate(fileId) {
    const { upload } = (await activateFile(fileId)).activateFile;
    return { isChecking: upload?.is_checking === true };
  },
  remove: stopUpload,
  wait,
};
