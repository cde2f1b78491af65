import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { drawQr } from './qr-drawing.ts';

/** Returns the dark modules that a path covers, as "x y". */
function covered(path: string): Set<string> {
  const modules = new Set<string>();
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let step = 0; step < Number(length); step += 1) modules.add(`${Number(x) + step} ${y}`);
  }
  return modules;
}

describe('the code on the card', () => {
  const url = 'https://wattle.example/acp-login/AbCdEfGhIjKlMnOpQrStUvWx?v=3';

  it('draws just the dark modules of the address at level M', () => {
    const { size, path } = drawQr(url);
    const { data, size: expectedSize } = encode(url, { ecc: 'M', boostEcc: false, border: 0 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
    expect(size).toBe(expectedSize);
    expect(covered(path)).toEqual(new Set(dark));
  });

  it('is at least 26 mm wide on a wallet card, whatever the length of the address [EMERG-06]', () => {
    for (const host of ['https://w.au', 'https://advance-care-planning.wattle.example.org.au']) {
      const { size } = drawQr(`${host}/acp-login/AbCdEfGhIjKlMnOpQrStUvWx?v=12`);
      expect((0.378 * 85.6 * size) / (size + 8)).toBeGreaterThan(26);
    }
  });

  it('draws a different code for another address', () => {
    expect(drawQr(url).path).not.toBe(drawQr(url.replace('v=3', 'v=4')).path);
  });
});
