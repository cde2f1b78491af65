import { logoTypeOf } from '../../../../domain/providers/logo-file.ts';
import { readDataUrl } from '../../../forms/pictures/read-data-url.ts';

/** Reads a logo file in the form that the server accepts. Throws if the browser cannot read it. */
export async function readLogo(file: File): Promise<string> {
  const dataUrl = await readDataUrl(file);
  return `data:${logoTypeOf(file.name)};base64,${dataUrl.slice(dataUrl.indexOf(',') + 1)}`;
}
