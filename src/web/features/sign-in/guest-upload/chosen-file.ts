import type { FieldError } from '../../../../domain/errors.ts';
import type { FileCategory } from '../../../../domain/files/categories.ts';
import { contentFits, headBytes } from '../../../../domain/files/content.ts';
import { typeOfName, typesInWords } from '../../../../domain/files/file-types.ts';
import { problemsOfGuestFile } from '../../../../domain/files/guest-file.ts';

/** Returns the error of a chosen file, by its name, its size and its first bytes; the server checks the whole file again. */
export async function problemOfChosen(category: FileCategory, file: File): Promise<FieldError | undefined> {
  const [problem] = problemsOfGuestFile({ category, file_name: file.name, size: file.size });
  const type = typeOfName(file.name);
  if (problem || !type) return problem;
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    if (contentFits(type.kind, head)) return undefined;
  } catch {
    return { field: 'file', message: 'error.fileValidation' };
  }
  return { field: 'file', message: 'error.file.contentDiffers', params: { types: typesInWords(category) } };
}
