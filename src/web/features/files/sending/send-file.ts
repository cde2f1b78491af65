import { ApiError } from '../../../api/errors.ts';
import { bytesOf, partCount, partRange } from './parts.ts';
import { failureOf, SendingFailed, waitBefore, type FailureKind } from './retry.ts';
import type { NewFile, OpenUpload, SendingService } from './service.ts';

/** Progress of a file. `waiting` means without a connection. */
export type Progress =
  | { kind: 'sending'; sent: number }
  | { kind: 'waiting'; sent: number }
  | { kind: 'checking' };

export type SendOptions = {
  file: NewFile;
  content: Blob;
  /** State of an earlier try; without it the upload begins from the start. */
  open?: OpenUpload | undefined;
  signal: AbortSignal;
  onOpen: (open: OpenUpload) => void;
  onProgress: (progress: Progress) => void;
};

/**
 * Sends a file, one part after the other, and has it checked and activated. Failures of the connection or the server are retried
 * part by part; parts that the server has are not sent again.
 * @throws SendingFailed if it is given up
 */
export async function sendFile(
  service: SendingService,
  options: SendOptions,
): Promise<OpenUpload & { isChecking: boolean }> {
  const { file, content, signal, onOpen, onProgress } = options;
  let open = options.open;
  const sent = open ? bytesOf(open.arrived, cutOf(open, content)) : 0;

  const attempt = <Result>(step: () => Promise<Result>): Promise<Result> =>
    withRetries(service, signal, step, () => onProgress({ kind: 'waiting', sent }));

  if (!open) {
    onProgress({ kind: 'sending', sent });
    open = await attempt(() => service.insert(file));
    onOpen(open);
  }
  const { fileId } = open;
  let opened = open;
  await sendParts(service, {
    content,
    open: opened,
    signal,
    put: (n, body, on) => service.sendPart({ fileId, n, body }, on),
    onProgress,
    onArrived(arrived) {
      opened = { ...opened, arrived };
      onOpen(opened);
    },
  });
  onProgress({ kind: 'checking' });
  const { isChecking } = await attempt(() => service.activate(fileId));
  return { ...opened, isChecking };
}

/** Content to send in parts. `open.arrived` is the number of parts that the server has already. */
export type PartsToSend = {
  content: Blob;
  open: Pick<OpenUpload, 'partSize' | 'arrived'>;
  signal: AbortSignal;
  /** Sends part `n`. */
  put: (n: number, body: Blob, on: { sent: (bytes: number) => void; signal: AbortSignal }) => Promise<void>;
  onProgress: (progress: Progress) => void;
  /** Called after each part with the number of parts that the server has. */
  onArrived: (arrived: number) => void;
};

/**
 * Sends the parts of content that the server does not have, one after the other. Failures are retried part by part.
 * @throws SendingFailed if it is given up
 */
export async function sendParts(
  service: Pick<SendingService, 'wait'>,
  { content, open, signal, put, onProgress, onArrived }: PartsToSend,
): Promise<void> {
  const cut = cutOf(open, content);
  let sent = bytesOf(open.arrived, cut);
  for (let n = open.arrived + 1; n <= partCount(cut); n += 1) {
    const { from, to } = partRange(n, cut);
    const body = content.slice(from, to);
    await checkReadable(body);
    const step = () => {
      sent = from;
      onProgress({ kind: 'sending', sent });
      return put(n, body, {
        signal,
        sent(bytes) {
          // The sent bytes of a part may have to be sent again: the total never goes back below the start of the part.
          sent = Math.min(from + bytes, to);
          onProgress({ kind: 'sending', sent });
        },
      });
    };
    await withRetries(service, signal, step, () => onProgress({ kind: 'waiting', sent }));
    sent = to;
    onArrived(n);
    onProgress({ kind: 'sending', sent });
  }
}

/** Checks that the file can be read: a file that was moved or changed after it was chosen is not a lost connection. */
async function checkReadable(body: Blob): Promise<void> {
  try {
    await body.slice(0, 1).arrayBuffer();
  } catch {
    const fields = [{ field: 'file', message: 'error.fileValidation' }] as const;
    throw new SendingFailed('refused', new ApiError('invalid', { fields }));
  }
}

const cutOf = ({ partSize }: Pick<OpenUpload, 'partSize'>, { size }: Blob) => ({ size, partSize });

/**
 * Repeats a step after failures of the connection or the server, with growing waits.
 * @throws SendingFailed if it is given up, refused or stopped
 */
export async function withRetries<Result>(
  service: Pick<SendingService, 'wait'>,
  signal: AbortSignal,
  step: () => Promise<Result>,
  onLost: () => void,
): Promise<Result> {
  const tries: Partial<Record<FailureKind, number>> = {};
  for (;;) {
    if (signal.aborted) throw new SendingFailed('stopped');
    try {
      return await step();
    } catch (thrown) {
      if (signal.aborted) throw new SendingFailed('stopped');
      const failure = failureOf(thrown);
      const count = (tries[failure.kind] ?? 0) + 1;
      tries[failure.kind] = count;
      const ms = waitBefore(failure, count);
      if (ms === undefined) throw failure;
      if (failure.kind === 'connection') onLost();
      await service.wait(ms, signal);
    }
  }
}
