import type { DocumentType } from '../../../../../domain/files/categories.ts';
import { plainFileName } from '../../../../../domain/files/file-name.ts';
import { choose } from '../choose.ts';
import type { KeptUploads } from './kept-uploads.ts';
import type { OpenUpload } from '../service.ts';
import { createUploadList, isSaved, noRemarks, type Upload, type UploadsView } from './upload-list.ts';
import { createUploadRecords } from './upload-records.ts';
import { createUploadRun, type Outcome } from './upload-run.ts';
import { createUploadSender, type SenderOptions } from './upload-sender.ts';

/** An unfinished upload of an earlier visit. */
export type Unfinished = { name: string; size: number; open: OpenUpload };

export type UploadsOptions = Omit<SenderOptions, 'newKey'> & {
  kept: KeptUploads;
  /** Default type of a document that was just chosen; null if the category has no types. */
  firstType: DocumentType | null;
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

/** Creates the state of one dialog: the chosen files and their progress. They are sent one after the other. */
export function createUploads(options: UploadsOptions): Uploads {
  const { rule, firstType, newKey = () => crypto.randomUUID() } = options;
  const list = createUploadList();
  const records = createUploadRecords(options, list);
  const sender = createUploadSender({ ...options, newKey }, list, records);
  const { view, subscribe } = list;

  function chosenUpload(file: File): Upload {
    const open = begunBefore(options, file);
    if (open) list.noteBegun(open);
    return { key: newKey(), file, documentType: firstType, note: '', open, state: { kind: 'chosen' } };
  }

  function remove(key: string): void {
    const upload = list.find(key);
    if (!upload) return;
    sender.stop(key);
    list.show({ uploads: view().uploads.filter((each) => each.key !== key) });
    if (!isSaved(upload)) records.giveUp(upload.open);
  }

  return {
    view,
    subscribe,
    choose(files) {
      if (view().sending) return;
      const waiting = view().uploads.filter((upload) => !isSaved(upload));
      const { kept: stay, added, refused, duplicates, tooMany } = choose(waiting, files, rule);
      for (const upload of waiting) if (!stay.includes(upload)) records.giveUp(upload.open);
      const fresh = added.map(chosenUpload);
      list.show({ uploads: [...stay, ...fresh], refused, duplicates, tooMany });
    },
    clearRemarks: () => list.show(noRemarks),
    change(key, words) {
      // The server may already have received the old key with other words.
      list.patch(key, { ...words, ...(list.find(key)?.state.kind === 'failed' && { key: newKey() }) });
    },
    remove,
    removeAll() {
      for (const { key } of view().uploads) remove(key);
    },
    ...createUploadRun(list, sender),
  };
}

/** Returns the unfinished upload of an earlier visit that sent the same file. */
function begunBefore({ unfinished, kept }: UploadsOptions, file: File): OpenUpload | undefined {
  return unfinished().find(
    ({ name, size, open }) =>
      name === plainFileName(file.name) && size === file.size && kept.isSame(open.fileId, file),
  )?.open;
}
