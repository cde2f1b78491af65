import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withValues } from './values.ts';

it('values replace their names, whatever is around them, and are inserted unchanged', () => {
  const words = fc.string().filter((text) => !/[{}]/.test(text));
  fc.assert(
    fc.property(words, words, fc.string(), (before, after, value) => {
      const text = `${before}{firstName}${after}{count_2}`;
      expect(withValues(text, { firstName: value, count_2: 3 })).toBe(`${before}${value}${after}3`);
      expect(withValues(text, {})).toBe(text);
    }),
  );
});
