import { isNearlyBlank } from '../../../../domain/files/photographs.ts';
import type { Picture } from './kept/page-list.ts';
import type { ReadPhotograph } from './kept/page-chooser.ts';

/** Longest side of a picture on the screen, in pixels, and of the copy in which writing is looked for. */
const longestShown = 1_000;
const longestSearched = 128;

function drawnOn(source: CanvasImageSource, width: number, height: number, longest: number) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/**
 * Reads a photograph and makes a small upright picture of it, so that twenty photographs do not fill the memory of a telephone.
 * Returns undefined if the browser cannot read it.
 */
export async function readPicture(file: Blob): Promise<ReadPhotograph | undefined> {
  let bitmap: ImageBitmap | undefined;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { canvas } = drawnOn(bitmap, bitmap.width, bitmap.height, longestShown);
    const { width, height } = canvas;
    const small = drawnOn(canvas, width, height, longestSearched);
    const pixels = small.context?.getImageData(0, 0, small.canvas.width, small.canvas.height).data;
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
    if (!blob) return undefined;
    const picture = { src: URL.createObjectURL(blob), width, height };
    return { picture, isBlank: pixels !== undefined && isNearlyBlank(pixels) };
  } catch {
    return undefined;
  } finally {
    bitmap?.close();
  }
}

/** Releases the memory of a picture. */
export function releasePicture({ src }: Picture): void {
  if (src.startsWith('blob:')) URL.revokeObjectURL(src);
}

/** Loads a picture that the server keeps. Returns undefined if it does not arrive. */
export function loadPicture(src: string): Promise<Picture | undefined> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () =>
      resolve({ src, width: image.naturalWidth, height: image.naturalHeight }),
    );
    image.addEventListener('error', () => resolve(undefined));
    image.src = src;
  });
}
