import type { FieldError } from '../../../domain/errors.ts';
import { pictureMaxBytes, type PictureType } from '../../../domain/accounts/pictures.ts';
import { readDataUrl } from '../../forms/pictures/read-data-url.ts';

/** The endings a logo's file may have, and what they say that it is (PROV-27). */
const typeOfEnding: Readonly<Record<string, PictureType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  bmp: 'image/bmp',
};

/** For the browser's own dialog: endings, since systems do not agree on the type of a bitmap. */
export const logoEndings = Object.keys(typeOfEnding)
  .map((ending) => `.${ending}`)
  .join(',');

const problem = (message: FieldError['message']): FieldError => ({
  field: 'logo',
  message,
  params: { types: 'JPG, PNG, WebP, BMP', limit: '2 MB' },
});

/** What is wrong with a file before it is sent: its name, its ending or its size (PROV-27 to PROV-29). */
export function logoProblem({ name, size }: Pick<File, 'name' | 'size'>): FieldError | undefined {
  const [, stem = '', ending = ''] = /^(.*)\.([^.]*)$/s.exec(name) ?? [];
  // Nothing that could lead out of a folder, and nothing that does not show.
  if (stem.trim() === '' || stem.startsWith('.') || /[/\\:\p{Cc}\p{Cf}\p{Cs}]/u.test(name))
    return problem('error.file_name_not_supported');
  if (!Object.hasOwn(typeOfEnding, ending.toLowerCase())) return problem('error.file_type_not_allowed');
  return size > pictureMaxBytes ? problem('error.file_size_too_large') : undefined;
}

/** A logo's file as the server takes it. Throws when the browser cannot read it. */
export async function readLogo(file: File): Promise<string> {
  const type = typeOfEnding[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  const dataUrl = await readDataUrl(file);
  return `data:${type};base64,${dataUrl.slice(dataUrl.indexOf(',') + 1)}`;
}
