import { saying } from '../form-errors.ts';

/** A file as a data URL. @throws ApiError when the browser cannot read it, as when it was moved meanwhile */
export function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(saying('error.fileValidation')));
    reader.readAsDataURL(file);
  });
}
