import { putBytes } from '../../../api/put-bytes.ts';
import { activateFile, insertFile, stopUpload } from '../file-api.ts';
import { SendingFailed } from './retry.ts';
import type { SendingService } from './service.ts';

/** Waits so long, or until the connection is back, or until it is stopped. */
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

/** Sends to the server. */
export const server: SendingService = {
  async insert(file) {
    const { id, upload } = (await insertFile(file)).insertFile;
    // A record that waits for nothing was put to use before: only a lost answer leads here.
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
