import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sheetBeside } from './sheet-place.ts';

const bar = 64;
const screen = 844;

/** Returns the part of the screen that a sheet covers, in pixels. */
function covered(answer: { top: number; bottom: number }) {
  const { edge, from, height } = sheetBeside(answer, bar, screen);
  const pixels = (height / 100) * screen;
  const top = edge === 'top' ? (from / 100) * screen : screen - pixels;
  return { edge, top, bottom: top + pixels };
}

describe('the sheet of a small screen', () => {
  it('opens from below for an answer in the upper half, and from above for one in the lower half [R-70]', () => {
    expect(covered({ top: 200, bottom: 260 }).edge).toBe('bottom');
    expect(covered({ top: 600, bottom: 660 })).toMatchObject({ edge: 'top', top: bar });
  });

  it('keeps every answer on the screen visible, however high it is on the screen, and up to 150 px tall [R-70]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: bar, max: screen - 150 }),
        fc.integer({ min: 40, max: 150 }),
        (top, tall) => {
          const sheet = covered({ top, bottom: top + tall });
          expect(sheet.top >= top + tall || sheet.bottom <= top).toBe(true);
          expect(sheet.bottom - sheet.top).toBeGreaterThanOrEqual(0.29 * screen);
        },
      ),
    );
  });

  it('never takes more than half of the screen, however little space an answer leaves', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(2000), (top, tall) => {
        const sheet = covered({ top, bottom: top + tall });
        expect(sheet.bottom - sheet.top).toBeLessThanOrEqual(screen / 2);
      }),
    );
  });
});
