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
const typedFonts =
  '"Segoe Script","Bradley Hand","Snell Roundhand","Apple Chancery","KaiTi","STKaiti",cursive';

/** Draws a typed name in the ink of a signature, as PNG data URL (D-22). Undefined if the name is blank. */
export function typedPicture(name: string): string | undefined {
  const words = name.trim().replaceAll(/\s+/g, ' ');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (words === '' || !context) return undefined;
  const font = `${fontSize}px ${typedFonts}`;
  context.font = font;
  canvas.width = Math.ceil(Math.min(context.measureText(words).width, 1600)) + fontSize;
  canvas.height = fontSize * 2;
  // Resizing a canvas resets its settings.
  context.font = font;
  context.fillStyle = inkColour;
  context.textBaseline = 'middle';
  context.fillText(words, fontSize / 2, fontSize, 1600);
  return pictureOf(canvas);
}
