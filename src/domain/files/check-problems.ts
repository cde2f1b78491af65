import type { FieldError } from '../errors.ts';
import type { FileCategory } from './categories.ts';
import { typesInWords } from './file-types.ts';

/** Why a file is refused after its content was checked. `notChecked`: no verdict of the virus scanner within a day. */
export const checkProblems = [
  'contentDiffers',
  'macros',
  'encrypted',
  'unsafe',
  'pictureTooBig',
  'pdfActive',
  'pdfUnreadable',
  'broken',
  'notChecked',
] as const;

export type CheckProblem = (typeof checkProblems)[number];

/** Returns the error that a problem of a file's content leads to. */
export function errorOfProblem(problem: CheckProblem, category: FileCategory): FieldError {
  if (problem === 'broken') return { field: 'file', message: 'error.fileValidation' };
  return { field: 'file', message: `error.file.${problem}`, params: { types: typesInWords(category) } };
}
