import { expect, it } from 'vitest';
import { inkBox } from './signature-picture.ts';

const width = 6;
const height = 4;

function pixelsWith(...ink: readonly (readonly [x: number, y: number])[]): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (const [x, y] of ink) pixels[(y * width + x) * 4 + 3] = 1;
  return pixels;
}

it('finds the box around a signature [QSTEP9-12]', () => {
  expect(inkBox(pixelsWith([1, 2], [4, 1]), width, height)).toEqual({ left: 1, top: 1, right: 4, bottom: 2 });
});

it('finds no signature on an empty pad [QSTEP9-13]', () => {
  expect(inkBox(pixelsWith(), width, height)).toBeUndefined();
});
