import { saying } from '../errors/form-errors.ts';

/** Reads a file as a data URL. @throws ApiError if the browser cannot read it, for example because it was moved meanwhile */
export function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(saying('error.fileValidation')));
    reader.readAsDataURL(file);
  });
}
