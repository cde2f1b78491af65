import { pictureMaxBytes, type PictureType } from '../accounts/pictures.ts';
import type { FieldError } from '../errors.ts';

/** Extensions of a logo's file, with their types (PROV-27). */
const typeOfEnding: Readonly<Record<string, PictureType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  bmp: 'image/bmp',
};

const endingOf = (name: string): string => name.split('.').at(-1)!.toLowerCase();

/** Returns the type of a file by the extension of its name. */
export const logoTypeOf = (name: string): PictureType | undefined =>
  Object.hasOwn(typeOfEnding, endingOf(name)) ? typeOfEnding[endingOf(name)] : undefined;

/** For the browser's file dialog: extensions, because systems disagree on the type of a bitmap. */
export const logoEndings = Object.keys(typeOfEnding)
  .map((ending) => `.${ending}`)
  .join(',');

const problem = (message: FieldError['message']): FieldError => ({
  field: 'logo',
  message,
  params: { types: 'JPG, PNG, WebP, BMP', limit: '2 MB' },
});

/** Returns the error of a file by its name, its extension or its size in bytes (PROV-27 to PROV-29). */
export function logoProblem({ name, size }: { name: string; size: number }): FieldError | undefined {
  const [, stem = ''] = /^(.*)\.([^.]*)$/s.exec(name) ?? [];
  // Refuses characters that could lead out of a folder, and invisible ones.
  if (stem.trim() === '' || stem.startsWith('.') || /[/\\:\p{Cc}\p{Cf}\p{Cs}]/u.test(name))
    return problem('error.file_name_not_supported');
  if (logoTypeOf(name) === undefined) return problem('error.file_type_not_allowed');
  return size > pictureMaxBytes ? problem('error.file_size_too_large') : undefined;
}
