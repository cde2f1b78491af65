import { dropKept, keep, readKept } from '../../../../app/browser-store.ts';

/**
 * Record of the uploads that this browser started, until they end: the time of the last change of the file's content, by file id.
 * The upload of a file that was changed meanwhile must not continue, because the two versions would be mixed into one.
 */
export type KeptUploads = {
  note: (fileId: string, file: Pick<File, 'lastModified'>) => void;
  /** Whether a file is the one whose upload started in this browser. */
  isSame: (fileId: string, file: Pick<File, 'lastModified'>) => boolean;
  forget: (fileId: string) => void;
};

const keyOf = (fileId: string): string => `wattle.upload.${fileId}`;

export const keptUploads: KeptUploads = {
  note: (fileId, { lastModified }) => keep(keyOf(fileId), String(lastModified)),
  isSame: (fileId, { lastModified }) => readKept(keyOf(fileId)) === String(lastModified),
  forget: (fileId) => dropKept(keyOf(fileId)),
};
