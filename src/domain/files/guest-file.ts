import type { FieldError } from '../errors.ts';
import type { TextKey } from '../i18n/texts.ts';
import { documentTypes, type DocumentType, type FileCategory } from './categories.ts';
import { problemsOfFile } from './file-types.ts';
import { guestSizeLimits } from './limits.ts';

/** Type of the file in the sign-up dialog: a directive, a film, or the type of another document (GUEST-08). */
export const guestDocumentTypes = ['ACP', 'WISHES', ...documentTypes] as const;

export type GuestDocumentType = (typeof guestDocumentTypes)[number];

/** Returns the category of such a file. */
export const guestCategory = (type: GuestDocumentType): FileCategory =>
  type === 'ACP' || type === 'WISHES' ? type : 'ADDITIONAL_DOCUMENT';

/** Returns the type that is stored for such a file; null if it needs none. */
export const keptDocumentType = (type: GuestDocumentType): DocumentType | null =>
  type === 'ACP' || type === 'WISHES' ? null : type;

/** Number of days for which a file waits for the address to be checked (GAP-113). */
export const guestFileDays = 7;

const wrongType: Readonly<Record<FileCategory, TextKey>> = {
  ACP: 'error.file.guestPdfOnly',
  ADDITIONAL_DOCUMENT: 'error.file.guestDocuments',
  WISHES: 'error.file.guestVideo',
};

/** Returns the errors of a visitor's file, in the words of the upload page (GUEST-04, GUEST-05, GUEST-07, GAP-113). */
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
