import { typedNameFrom, typedNameIn, withTypedName } from '../../../domain/plan/signature/typed-signature.ts';
import { loadScriptFaces, scriptFaces } from './script-faces.ts';

/** Ink colour of a signature, in both themes: the background is always white. */
export const inkColour = '#1B2F6B';

/** Margin around the ink, in pixels of the picture. */
const margin = 12;

type Box = { left: number; top: number; right: number; bottom: number };

/**
 * Returns the smallest box around all pixels that are not transparent. `pixels` is RGBA, row by row. Undefined if all are
 * transparent.
 */
export function inkBox(pixels: Uint8ClampedArray, width: number, height: number): Box | undefined {
  const box = { left: width, top: height, right: -1, bottom: -1 };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (pixels[(y * width + x) * 4 + 3] === 0) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = y;
    }
  }
  return box.right < 0 ? undefined : box;
}

/** Returns the ink of a canvas with a margin, as PNG data URL. Undefined if there is no ink (QSTEP9-12). */
export function pictureOf(canvas: HTMLCanvasElement): string | undefined {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const box = context && inkBox(context.getImageData(0, 0, width, height).data, width, height);
  if (!box) return undefined;
  const picture = document.createElement('canvas');
  picture.width = box.right - box.left + 1 + 2 * margin;
  picture.height = box.bottom - box.top + 1 + 2 * margin;
  picture.getContext('2d')?.drawImage(canvas, margin - box.left, margin - box.top);
  return picture.toDataURL('image/png');
}

const fontSize = 96;

/**
 * Draws a typed name in the ink of a signature, in the script face or its Chinese companion, as PNG data URL with the name in it
 * (D-22). Letters that the face lacks are in the fonts of the page. Undefined if the name is blank or too long.
 */
export async function typedPicture(words: string): Promise<string | undefined> {
  const name = typedNameFrom(words);
  if (name === null) return undefined;
  await loadScriptFaces(name);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const font = `${fontSize}px ${scriptFaces}, ${getComputedStyle(document.body).fontFamily}`;
  context.font = font;
  canvas.width = Math.ceil(Math.min(context.measureText(name).width, 1600)) + fontSize;
  canvas.height = fontSize * 2;
  // Resizing a canvas resets its settings.
  context.font = font;
  context.fillStyle = inkColour;
  context.textBaseline = 'middle';
  context.fillText(name, fontSize / 2, fontSize, 1600);
  const picture = pictureOf(canvas);
  return picture && dataUrlOf(withTypedName(bytesOf(picture), name));
}

/** Whether the picture of a signature, a PNG data URL, was made from a typed name. Pictures stored before names were are not. */
export const isTyped = (picture: string): boolean => typedNameIn(bytesOf(picture)) !== null;

const prefix = 'data:image/png;base64,';

function bytesOf(picture: string): Uint8Array {
  if (!picture.startsWith(prefix)) return new Uint8Array();
  return Uint8Array.from(atob(picture.slice(prefix.length)), (character) => character.charCodeAt(0));
}

const dataUrlOf = (bytes: Uint8Array): string =>
  prefix + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
