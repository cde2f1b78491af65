import type { FieldError } from '../../../../domain/errors.ts';
import type { DocumentType, FileCategory } from '../../../../domain/files/categories.ts';
import { plainFileName } from '../../../../domain/files/file-name.ts';
import { ApiError } from '../../../api/errors.ts';
import { choose, type ChoosingRule } from './choose.ts';
import type { KeptUploads } from './kept-uploads.ts';
import { percentOf } from './parts.ts';
import { needsRoom, problemOfFailure } from './problems.ts';
import { failureOf, SendingFailed } from './retry.ts';
import { sendFile, type Progress } from './send-file.ts';
import type { OpenUpload, SendingService } from './service.ts';

export type UploadState =
  | { kind: 'chosen' }
  | { kind: 'waiting' }
  | { kind: 'sending'; percent: number; lost: boolean }
  | { kind: 'checking' }
  | { kind: 'saved' }
  /** It was received, and the check continues on the server. */
  | { kind: 'kept' }
  /** `isRefused`: the file was received and refused, or not accepted, so that sending the same file again changes nothing. */
  | { kind: 'failed'; problem: FieldError; isRefused: boolean };

/** A chosen file. */
export type Upload = {
  key: string;
  file: File;
  documentType: DocumentType | null;
  note: string;
  /** State at the server, once the upload exists there. The values sent to the server do not change afterwards. */
  open?: OpenUpload | undefined;
  state: UploadState;
};

/** Messages about the files chosen last. */
export type Remarks = {
  refused: readonly { name: string; problem: FieldError }[];
  duplicates: readonly string[];
  tooMany: boolean;
};

export type UploadsView = Remarks & {
  uploads: readonly Upload[];
  sending: boolean;
  /** Ids of the uploads that were started or continued here. */
  begun: ReadonlySet<string>;
};

/** Result of a run: the numbers of files that are saved, still being checked, or failed. Files that the person stopped count as neither. */
export type Outcome = { saved: number; kept: number; failed: number };

/** An unfinished upload of an earlier visit. */
export type Unfinished = { name: string; size: number; open: OpenUpload };

export type UploadsOptions = {
  service: SendingService;
  category: FileCategory;
  rule: ChoosingRule;
  /** Default type of a document that was just chosen; null if the category has no types. */
  firstType: DocumentType | null;
  kept: KeptUploads;
  unfinished: () => readonly Unfinished[];
  newKey?: () => string;
};

export type Uploads = {
  view: () => UploadsView;
  subscribe: (listener: () => void) => () => void;
  choose: (files: readonly File[]) => void;
  /** Clears the messages about the files chosen last. */
  clearRemarks: () => void;
  change: (key: string, words: Partial<Pick<Upload, 'documentType' | 'note'>>) => void;
  /** Removes a file; a running upload stops, and its received parts are deleted. */
  remove: (key: string) => void;
  removeAll: () => void;
  /** Sends all files that are not saved yet, or one of them. Does nothing while an upload is running. */
  start: (key?: string) => Promise<Outcome>;
  /** Call it when the page is left: a running upload stops, and its received parts are kept, to continue later. */
  leave: () => void;
};

const noRemarks: Remarks = { refused: [], duplicates: [], tooMany: false };

/** Whether the server has all of a file, so that nothing is left to send. */
export const isSaved = ({ state: { kind } }: Upload): boolean => kind === 'saved' || kind === 'kept';

/** Creates the state of one dialog: the chosen files and their progress. They are sent one after the other. */
export function createUploads(options: UploadsOptions): Uploads {
  const { service, category, rule, firstType, kept, newKey = () => crypto.randomUUID() } = options;
  let view: UploadsView = { uploads: [], sending: false, begun: new Set(), ...noRemarks };
  const listeners = new Set<() => void>();
  const stops = new Map<string, AbortController>();
  let isLeft = false;

  function show(next: Partial<UploadsView>): void {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  }

  const find = (key: string) => view.uploads.find((upload) => upload.key === key);

  function patch(key: string, next: Partial<Upload>): void {
    show({ uploads: view.uploads.map((upload) => (upload.key === key ? { ...upload, ...next } : upload)) });
  }

  function noteBegun({ fileId }: OpenUpload): void {
    if (!view.begun.has(fileId)) show({ begun: new Set([...view.begun, fileId]) });
  }

  function begunBefore(file: File): OpenUpload | undefined {
    return options
      .unfinished()
      .find(
        ({ name, size, open }) =>
          name === plainFileName(file.name) && size === file.size && kept.isSame(open.fileId, file),
      )?.open;
  }

  /** Cancels an upload at the server. If this fails, the server's clean-up deletes it later. */
  function giveUp(open: OpenUpload | undefined): void {
    if (!open) return;
    kept.forget(open.fileId);
    service.remove(open.fileId).catch(() => {});
  }

  function remove(key: string): void {
    const upload = find(key);
    if (!upload) return;
    stops.get(key)?.abort();
    show({ uploads: view.uploads.filter((each) => each.key !== key) });
    if (!isSaved(upload)) giveUp(upload.open);
  }

  function showProgress(key: string, size: number, progress: Progress): void {
    const state: UploadState =
      progress.kind === 'checking'
        ? progress
        : { kind: 'sending', percent: percentOf(progress.sent, size), lost: progress.kind === 'waiting' };
    patch(key, { state });
  }

  async function send({
    key,
    file,
    documentType,
    note,
    open,
  }: Upload): Promise<'saved' | 'kept' | undefined> {
    const stop = new AbortController();
    stops.set(key, stop);
    try {
      const problem = await rule.problemOfContent(file);
      if (problem) throw new SendingFailed('refused', new ApiError('invalid', { fields: [problem] }));
      const { fileId, isChecking } = await sendFile(service, {
        file: {
          category,
          document_type: documentType,
          file_name: plainFileName(file.name),
          size: file.size,
          note: note.trim(),
          idempotency_key: key,
        },
        content: file,
        open,
        signal: stop.signal,
        onOpen(opened) {
          kept.note(opened.fileId, file);
          noteBegun(opened);
          if (find(key)) patch(key, { open: opened });
          // It was stopped while its record was created.
          else giveUp(opened);
        },
        onProgress: (progress) => showProgress(key, file.size, progress),
      });
      kept.forget(fileId);
      const kind = isChecking ? 'kept' : 'saved';
      patch(key, { state: { kind } });
      return kind;
    } catch (thrown) {
      fail(key, thrown);
      return undefined;
    } finally {
      stops.delete(key);
    }
  }

  function fail(key: string, thrown: unknown): void {
    const failure = failureOf(thrown);
    const upload = find(key);
    if (failure.kind === 'stopped' || !upload) return;
    const isRefused = failure.kind === 'refused' && failure.error?.code !== 'unauthenticated';
    const problem = problemOfFailure(failure, upload.file.name);
    const state: UploadState = { kind: 'failed', problem, isRefused: isRefused && !needsRoom(problem) };
    if (!isRefused) return patch(key, { state });
    // The server refuses this record: the next try creates another one.
    giveUp(upload.open);
    const next = { ...upload, key: newKey(), open: undefined, state };
    show({ uploads: view.uploads.map((each) => (each.key === key ? next : each)) });
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose(files) {
      if (view.sending) return;
      const waiting = view.uploads.filter((upload) => !isSaved(upload));
      const { kept: stay, added, refused, duplicates, tooMany } = choose(waiting, files, rule);
      for (const upload of waiting) if (!stay.includes(upload)) giveUp(upload.open);
      const fresh = added.map((file): Upload => {
        const open = begunBefore(file);
        if (open) noteBegun(open);
        return {
          key: newKey(),
          file,
          documentType: firstType,
          note: '',
          open,
          state: { kind: 'chosen' },
        };
      });
      show({ uploads: [...stay, ...fresh], refused, duplicates, tooMany });
    },
    clearRemarks: () => show(noRemarks),
    change(key, words) {
      // The server may already have received the old key with other words.
      patch(key, { ...words, ...(find(key)?.state.kind === 'failed' && { key: newKey() }) });
    },
    remove,
    removeAll() {
      for (const { key } of view.uploads) remove(key);
    },
    async start(only) {
      const outcome = { saved: 0, kept: 0, failed: 0 };
      if (view.sending) return outcome;
      const queue = view.uploads.filter(
        (each) => !isSaved(each) && (only === undefined || each.key === only),
      );
      const queued = new Set(queue.map(({ key }) => key));
      show({
        ...noRemarks,
        sending: true,
        uploads: view.uploads.map((each) =>
          queued.has(each.key) ? { ...each, state: { kind: 'waiting' } } : each,
        ),
      });
      for (const { key } of queue) {
        const upload = find(key);
        if (!upload || isLeft) continue;
        const sent = await send(upload);
        if (sent) outcome[sent] += 1;
        else if (view.uploads.some(({ file, state }) => file === upload.file && state.kind === 'failed'))
          outcome.failed += 1;
      }
      show({ sending: false });
      return outcome;
    },
    leave() {
      isLeft = view.sending;
      for (const stop of stops.values()) stop.abort();
    },
  };
}
