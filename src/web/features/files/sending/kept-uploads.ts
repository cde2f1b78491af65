import { dropKept, keep, readKept } from '../../../app/browser-store.ts';

/**
 * What this browser remembers of the uploads it began, until they end: by the file's id, when its content was last changed. A file that
 * was changed meanwhile must not go on where the old one stopped, or the two would be mixed into one.
 */
export type KeptUploads = {
  note: (fileId: string, file: Pick<File, 'lastModified'>) => void;
  /** Whether a file is the one whose upload began here. */
  isSame: (fileId: string, file: Pick<File, 'lastModified'>) => boolean;
  forget: (fileId: string) => void;
};

const keyOf = (fileId: string): string => `wattle.upload.${fileId}`;

export const keptUploads: KeptUploads = {
  note: (fileId, { lastModified }) => keep(keyOf(fileId), String(lastModified)),
  isSame: (fileId, { lastModified }) => readKept(keyOf(fileId)) === String(lastModified),
  forget: (fileId) => dropKept(keyOf(fileId)),
};
