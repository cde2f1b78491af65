import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowestLevelUnder, moveProblem } from './structure.ts';

const at = (path: string, archived = false) => {
  const ids = path.split('/');
  return { id: ids.at(-1)!, path: ids, archived };
};

describe('where a branch of providers may be moved', () => {
  it('is under another provider or to the top, with the resulting levels [PROV-01]', () => {
    expect(moveProblem(at('a/b'), 1, at('c'))).toBeNull();
    expect(moveProblem(at('a/b'), 2, null)).toBeNull();
    expect(lowestLevelUnder(at('c/d'), 3)).toBe(5);
    expect(lowestLevelUnder(null, 3)).toBe(3);
  });

  it('is never itself or one of its descendants', () => {
    expect(moveProblem(at('a'), 3, at('a'))).toBe('ownChild');
    expect(moveProblem(at('a'), 3, at('a/b/c'))).toBe('ownChild');
    // Archived or not, this error comes first: it would be a cycle.
    expect(moveProblem(at('a'), 3, at('a/b', true))).toBe('ownChild');
  });

  it('is not an archived provider, nor its present parent', () => {
    expect(moveProblem(at('a/b'), 1, at('c', true))).toBe('archived');
    expect(moveProblem(at('a/b'), 1, at('a'))).toBe('same');
    expect(moveProblem(at('a'), 1, null)).toBe('same');
  });

  it('must have room for all levels of the branch: seven, and no eighth [PROV-01, GAP-94]', () => {
    expect(moveProblem(at('x/y'), 3, at('a/b/c/d'))).toBeNull();
    expect(moveProblem(at('x/y'), 4, at('a/b/c/d'))).toBe('tooDeep');
  });
});

/** A random tree as a list of parents: each provider is under an earlier one, or at the top. */
const trees = fc.array(fc.nat(), { minLength: 2, maxLength: 14 }).map((numbers) => {
  const made: { id: string; path: string[]; archived: boolean }[] = [];
  for (const [index, number] of numbers.entries()) {
    const above = made[(number % (index + 1)) - 1];
    const id = `p${index}`;
    made.push({ id, path: [...(above?.path ?? []), id], archived: false });
  }
  return made;
});

const levelOf = ({ path }: { path: readonly string[] }) => path.length;
const parentOf = ({ path }: { path: readonly string[] }) => path.at(-2) ?? null;

describe('a move', () => {
  it('keeps every provider under its parent, within seven levels, and creates no cycle, if it is allowed [PROV-01]', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.option(fc.nat()), (tree, from, to) => {
        const top = tree[from % tree.length]!;
        const parent = to === null ? null : tree[to % tree.length]!;
        const branch = tree.filter(({ path }) => path.includes(top.id));
        const height = Math.max(...branch.map(levelOf)) - levelOf(top) + 1;
        if (moveProblem(top, height, parent) !== null) return;
        const moved = (path: string[]) => [...(parent?.path ?? []), ...path.slice(levelOf(top) - 1)];
        const after = tree.map((one) => (branch.includes(one) ? { ...one, path: moved(one.path) } : one));
        for (const [index, one] of after.entries()) {
          const before = tree[index]!;
          expect(parentOf(one)).toBe(one.id === top.id ? (parent?.id ?? null) : parentOf(before));
          expect(new Set(one.path).size).toBe(one.path.length);
          const above = after.find(({ id }) => id === parentOf(one));
          expect(one.path).toEqual([...(above?.path ?? []), one.id]);
          if (one.path.includes(top.id)) expect(levelOf(one)).toBeLessThanOrEqual(7);
        }
        expect(Math.max(...after.filter(({ path }) => path.includes(top.id)).map(levelOf))).toBe(
          lowestLevelUnder(parent, height),
        );
      }),
    );
  });
});
