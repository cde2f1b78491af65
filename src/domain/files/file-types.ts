import type { FieldError } from '../errors.ts';
import type { FileCategory } from './categories.ts';
import { extensionOf, problemOfFileName } from './file-name.ts';
import { maxBytesOf, sizeInWords, sizeLimits, type SizeLimits } from './limits.ts';

/** Kinds of files, distinguished by their content. */
export type FileKind = 'pdf' | 'jpeg' | 'png' | 'doc' | 'docx' | 'video';

/** Extensions that may be sent, each with the kind of its content and its type in HTTP. */
const types = {
  pdf: { kind: 'pdf', contentType: 'application/pdf' },
  jpeg: { kind: 'jpeg', contentType: 'image/jpeg' },
  jpg: { kind: 'jpeg', contentType: 'image/jpeg' },
  png: { kind: 'png', contentType: 'image/png' },
  doc: { kind: 'doc', contentType: 'application/msword' },
  docx: {
    kind: 'docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  mp4: { kind: 'video', contentType: 'video/mp4' },
  mov: { kind: 'video', contentType: 'video/quicktime' },
} as const satisfies Record<string, { kind: FileKind; contentType: string }>;

export type FileExtension = keyof typeof types;

/** Extensions that each category accepts (GAP-62, GUEST-04, GUEST-05, GUEST-07). */
export const extensionsOf: Readonly<Record<FileCategory, readonly FileExtension[]>> = {
  ACP: ['pdf'],
  ADDITIONAL_DOCUMENT: ['pdf', 'jpeg', 'jpg', 'png', 'doc', 'docx'],
  WISHES: ['mp4', 'mov'],
};

/** Returns the extensions of a category for errors: 'PDF, JPEG, JPG, PNG, DOC, DOCX'. */
export const typesInWords = (category: FileCategory): string =>
  extensionsOf[category].map((extension) => extension.toUpperCase()).join(', ');

const isExtension = (extension: string): extension is FileExtension => Object.hasOwn(types, extension);

/** Returns the kind and HTTP type of a file by its name; undefined if no category accepts its extension. */
export function typeOfName(name: string): { kind: FileKind; contentType: string } | undefined {
  const extension = extensionOf(name);
  return isExtension(extension) ? types[extension] : undefined;
}

/** Whether a category accepts a file of that name, by its extension only (UPLOAD-05). */
export function isTypeOf(category: FileCategory, name: string): boolean {
  const extension = extensionOf(name);
  return isExtension(extension) && extensionsOf[category].includes(extension);
}

/** Whether a browser can show a file in a page of its own. Word documents cannot be previewed (FILE-04). */
export const canPreview = (name: string): boolean => !['doc', 'docx', ''].includes(extensionOf(name));

export type ChosenFile = { category: FileCategory; file_name: string; size: number };

/** Returns the errors of a file before it is sent: its name, its type and its size. The first error of each field. */
export function problemsOfFile(
  { category, file_name, size }: ChosenFile,
  limits: SizeLimits = sizeLimits,
): FieldError[] {
  const problems: FieldError[] = [];
  const nameProblem = problemOfFileName(file_name);
  if (nameProblem) problems.push({ field: 'file_name', message: nameProblem });
  else if (!isTypeOf(category, file_name))
    problems.push({
      field: 'file_name',
      message: 'error.file_type_not_allowed',
      params: { types: typesInWords(category) },
    });
  const limit = maxBytesOf(category, limits);
  if (!Number.isSafeInteger(size) || size <= 0) problems.push({ field: 'size', message: 'error.file.empty' });
  else if (size > limit)
    problems.push({
      field: 'size',
      message: 'error.file_size_too_large',
      params: { limit: sizeInWords(limit) },
    });
  return problems;
}
