import type { FieldError } from '../errors.ts';
import type { TextKey } from '../i18n/texts.ts';
import { documentTypes, type DocumentType, type FileCategory } from './categories.ts';
import { problemsOfFile } from './file-types.ts';
import { guestSizeLimits } from './limits.ts';

/** What the sign-up dialog calls the file that comes with it: a directive, a film, or the type of another document (GUEST-08). */
export const guestDocumentTypes = ['ACP', 'WISHES', ...documentTypes] as const;

export type GuestDocumentType = (typeof guestDocumentTypes)[number];

/** The category of such a file. */
export const guestCategory = (type: GuestDocumentType): FileCategory =>
  type === 'ACP' || type === 'WISHES' ? type : 'ADDITIONAL_DOCUMENT';

/** The type that is kept of such a file; null for what needs none. */
export const keptDocumentType = (type: GuestDocumentType): DocumentType | null =>
  type === 'ACP' || type === 'WISHES' ? null : type;

/** How many days a file waits for the address to be checked (GAP-113). */
export const guestFileDays = 7;

const wrongType: Readonly<Record<FileCategory, TextKey>> = {
  ACP: 'error.file.guestPdfOnly',
  ADDITIONAL_DOCUMENT: 'error.file.guestDocuments',
  WISHES: 'error.file.guestVideo',
};

/** What is wrong with a visitor's file, in the words of the upload page (GUEST-04, GUEST-05, GUEST-07, GAP-113). */
export const problemsOfGuestFile = (file: {
  category: FileCategory;
  file_name: string;
  size: number;
}): FieldError[] =>
  problemsOfFile(file, guestSizeLimits).map((problem) =>
    problem.message === 'error.file_type_not_allowed'
      ? { field: problem.field, message: wrongType[file.category] }
      : problem,
  );
