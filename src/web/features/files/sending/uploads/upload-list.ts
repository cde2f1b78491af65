import type { FieldError } from '../../../../../domain/errors.ts';
import type { DocumentType } from '../../../../../domain/files/categories.ts';
import type { OpenUpload } from '../service.ts';

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

export const noRemarks: Remarks = { refused: [], duplicates: [], tooMany: false };

/** Whether the server has all of a file, so that nothing is left to send. */
export const isSaved = ({ state: { kind } }: Upload): boolean => kind === 'saved' || kind === 'kept';

export type UploadList = ReturnType<typeof createUploadList>;

/** Creates the list of a dialog's files and messages. Every change replaces the view and notifies the listeners. */
export function createUploadList() {
  let view: UploadsView = { uploads: [], sending: false, begun: new Set(), ...noRemarks };
  const listeners = new Set<() => void>();

  function show(next: Partial<UploadsView>): void {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  }

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show,
    find: (key: string) => view.uploads.find((upload) => upload.key === key),
    patch(key: string, next: Partial<Upload>): void {
      show({ uploads: view.uploads.map((upload) => (upload.key === key ? { ...upload, ...next } : upload)) });
    },
    noteBegun({ fileId }: OpenUpload): void {
      if (!view.begun.has(fileId)) show({ begun: new Set([...view.begun, fileId]) });
    },
  };
}
