import type { FileCategory } from '../../../../../domain/files/categories.ts';
import { plainFileName } from '../../../../../domain/files/file-name.ts';
import { ApiError } from '../../../../api/errors.ts';
import type { ChoosingRule } from '../choose.ts';
import { percentOf } from '../parts.ts';
import { needsRoom, problemOfFailure } from '../problems.ts';
import { failureOf, SendingFailed } from '../retry.ts';
import { sendFile, type Progress } from '../send-file.ts';
import type { NewFile, SendingService } from '../service.ts';
import type { Upload, UploadList, UploadState } from './upload-list.ts';
import type { UploadRecords } from './upload-records.ts';

export type SenderOptions = {
  service: SendingService;
  category: FileCategory;
  rule: ChoosingRule;
  newKey: () => string;
};

export type UploadSender = ReturnType<typeof createUploadSender>;

/** Creates the sender of the files of a list, which shows their progress and failures there. */
export function createUploadSender(
  { service, category, rule, newKey }: SenderOptions,
  list: UploadList,
  records: UploadRecords,
) {
  const stops = new Map<string, AbortController>();

  function fail(key: string, thrown: unknown): void {
    const failure = failureOf(thrown);
    const upload = list.find(key);
    if (failure.kind === 'stopped' || !upload) return;
    const isRefused = failure.kind === 'refused' && failure.error?.code !== 'unauthenticated';
    const problem = problemOfFailure(failure, upload.file.name);
    const state: UploadState = { kind: 'failed', problem, isRefused: isRefused && !needsRoom(problem) };
    if (!isRefused) return list.patch(key, { state });
    // The server refuses this record: the next try creates another one.
    records.giveUp(upload.open);
    list.patch(key, { key: newKey(), open: undefined, state });
  }

  /** Sends one file. Returns undefined if it failed or was stopped. */
  async function send(upload: Upload): Promise<'saved' | 'kept' | undefined> {
    const { key, file, open } = upload;
    const stop = new AbortController();
    stops.set(key, stop);
    try {
      const problem = await rule.problemOfContent(file);
      if (problem) throw new SendingFailed('refused', new ApiError('invalid', { fields: [problem] }));
      const sent = await sendFile(service, {
        file: recordOf(upload, category),
        content: file,
        open,
        signal: stop.signal,
        onOpen: (opened) => records.note(upload, opened),
        onProgress: (progress) => list.patch(key, { state: stateOf(progress, file.size) }),
      });
      records.finish(sent);
      const kind = sent.isChecking ? 'kept' : 'saved';
      list.patch(key, { state: { kind } });
      return kind;
    } catch (thrown) {
      fail(key, thrown);
      return undefined;
    } finally {
      stops.delete(key);
    }
  }

  return {
    send,
    stop: (key: string) => stops.get(key)?.abort(),
    stopAll() {
      for (const stop of stops.values()) stop.abort();
    },
  };
}

const stateOf = (progress: Progress, size: number): UploadState =>
  progress.kind === 'checking'
    ? progress
    : { kind: 'sending', percent: percentOf(progress.sent, size), lost: progress.kind === 'waiting' };

const recordOf = ({ key, file, documentType, note }: Upload, category: FileCategory): NewFile => ({
  category,
  document_type: documentType,
  file_name: plainFileName(file.name),
  size: file.size,
  note: note.trim(),
  idempotency_key: key,
});
