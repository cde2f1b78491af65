import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  edges,
  isNearlyBlank,
  moved,
  photographedPages,
  photographLimits,
  problemOfPhotograph,
  smallestLeft,
  turnedRight,
  turns,
  uncropped,
  withCrop,
  type PageView,
} from './photographs.ts';

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]);
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pdf = Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0x2d]);
const megabyte = 1024 * 1024;

const crops = fc
  .array(fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -50, max: 200 })), { maxLength: 8 })
  .map((changes) => changes.reduce((crop, [edge, value]) => withCrop(crop, edge, value), uncropped));
const views: fc.Arbitrary<PageView> = fc.record({ turn: fc.constantFrom(...turns), crop: crops });
const page = (number: number, size = 1_000) => ({ number, size, turn: 0 as const, crop: uncropped });
const accepts = (pages: unknown) => photographedPages.safeParse(pages).success;

describe('a crop', () => {
  it('always leaves a part of the photograph, whatever is typed or dragged', () => {
    fc.assert(
      fc.property(views, ({ turn, crop }) => {
        expect(crop.top + crop.bottom).toBeLessThanOrEqual(100 - smallestLeft);
        expect(crop.left + crop.right).toBeLessThanOrEqual(100 - smallestLeft);
        expect(accepts([{ number: 1, size: 1, turn, crop }])).toBe(true);
      }),
    );
  });

  it('keeps its value when the typed one is not a number', () => {
    expect(withCrop({ ...uncropped, left: 12 }, 'left', Number.NaN).left).toBe(12);
  });

  it('keeps the same part of the photograph when the page is turned', () => {
    const cropped = { turn: 0 as const, crop: { ...uncropped, left: 20, top: 5 } };
    expect(turnedRight(cropped)).toEqual({ turn: 90, crop: { top: 20, right: 5, bottom: 0, left: 0 } });
  });

  it('is the same after four turns', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(turnedRight(turnedRight(turnedRight(turnedRight(view))))).toEqual(view);
      }),
    );
  });
});

describe('the order of the pages', () => {
  it('changes only by the page that moves, and not beyond the ends', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(12), fc.constantFrom(-1, 1), (items, at, by) => {
        expect(moved(items, at, by).toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('a photograph', () => {
  it('is a JPEG or a PNG, by its content', () => {
    expect(problemOfPhotograph({ size: 10, head: jpeg }, [])).toBeUndefined();
    expect(problemOfPhotograph({ size: 10, head: png }, [])).toBeUndefined();
    expect(problemOfPhotograph({ size: 10, head: pdf }, [])?.message).toBe('error.photograph.type');
    expect(problemOfPhotograph({ size: 0, head: new Uint8Array() }, [])?.message).toBe('error.file.empty');
  });

  it('of 60 MB is refused with its size and the limit [UPLOAD-19]', () => {
    expect(problemOfPhotograph({ size: 60 * megabyte, head: jpeg }, [])).toEqual({
      field: 'file',
      message: 'error.photograph.tooLarge',
      params: { limit: '15 MB', size: '60 MB' },
    });
  });

  it('is refused when all together are too large', () => {
    const before = Array.from({ length: 8 }, (_, at) => page(at + 1, 15 * megabyte));
    expect(problemOfPhotograph({ size: 1, head: jpeg }, before)?.message).toBe(
      'error.photograph.allTooLarge',
    );
    expect(problemOfPhotograph({ size: 1, head: jpeg }, before.slice(1))).toBeUndefined();
  });
});

describe('the pages of a document', () => {
  it('are at most 20, each with a number of its own', () => {
    const pages = (count: number) => Array.from({ length: count }, (_, at) => page(at + 1));
    expect(accepts(pages(photographLimits.pages))).toBe(true);
    expect(accepts(pages(40))).toBe(false);
    expect(accepts([page(1), page(1)])).toBe(false);
  });

  it('have a bounded size, a turn of a quarter, and a crop that leaves something', () => {
    expect(accepts([page(1, photographLimits.bytes + 1)])).toBe(false);
    expect(accepts(Array.from({ length: 9 }, (_, at) => page(at + 1, photographLimits.bytes)))).toBe(false);
    expect(accepts([{ ...page(1), turn: 45 }])).toBe(false);
    expect(accepts([{ ...page(1), crop: { ...uncropped, top: 50, bottom: 50 } }])).toBe(false);
    expect(accepts([{ ...page(1), crop: { ...uncropped, top: -1 } }])).toBe(false);
  });
});

describe('a photograph of nothing', () => {
  const picture = (lightOf: (at: number) => number) =>
    Uint8ClampedArray.from({ length: 64 * 64 * 4 }, (_, at) => lightOf(at >> 2));

  it('is one that is nearly uniform, dark or light', () => {
    expect(isNearlyBlank(picture(() => 0))).toBe(true);
    expect(isNearlyBlank(picture(() => 250))).toBe(true);
    expect(isNearlyBlank(picture((at) => 200 + (at % 3)))).toBe(true);
    expect(isNearlyBlank([])).toBe(false);
  });

  it('is not a sheet with one line of writing', () => {
    expect(isNearlyBlank(picture((at) => (at >= 640 && at < 704 ? 40 : 245)))).toBe(false);
  });
});
