import { encode } from 'uqr';

/** Number of white modules around a code, as required by its standard (ISO/IEC 18004). */
export const quietZone = 4;

/** A QR code as an SVG path over a grid of `size` by `size` modules, without its quiet zone. */
export type QrDrawing = { size: number; path: string };

/** Returns the rows of a text's code at error correction level M: which modules are dark. */
export const codeModules = (text: string): readonly (readonly boolean[])[] =>
  encode(text, { ecc: 'M', boostEcc: false, border: 0 }).data;

/** Draws the code of a text. */
export function drawQr(text: string): QrDrawing {
  const modules = codeModules(text);
  const path = modules
    .flatMap((row, y) => darkStretches(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
    .join('');
  return { size: modules.length, path };
}

function darkStretches(row: readonly boolean[]): [from: number, length: number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = found.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else found.push([x, 1]);
  });
  return found;
}
