import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from './documents.ts';

const files = ['src', 'testing', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
);

type LongFunction = { place: string; lines: number };

/** Returns the functions of a file that are longer than a number of lines, without their enclosing functions. */
function longFunctions(name: string, source: string, most: number): LongFunction[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: LongFunction[] = [];
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    const known = found.length;
    ts.forEachChild(node, visit);
    if (!ts.isFunctionLike(node) || found.length > known) return;
    const from = lineOf(node.getStart());
    const lines = lineOf(node.end) - from + 1;
    if (lines > most) found.push({ place: `${name}:${from}`, lines });
  };
  visit(file);
  return found;
}

describe('the code', () => {
  it('has at most fifteen files in a folder, except texts', () => {
    const counts = Map.groupBy(files, (file) => dirname(file));
    const full = [...counts].filter(([folder, inside]) => inside.length > 15 && !folder.includes('/i18n/'));
    expect(full.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
  });

  it(
    'has few functions of more than sixty lines, and none of more than a hundred',
    { timeout: 120_000 },
    () => {
      const sources = files.filter(
        (file) => /^(src|bench|scripts)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
      );
      expect(sources.length).toBeGreaterThan(1_000);
      const long = sources.flatMap((file) => longFunctions(file, readFileSync(join(root, file), 'utf8'), 60));
      expect(long.filter(({ lines }) => lines > 100)).toEqual([]);
      expect(long.length).toBeLessThanOrEqual(8);
    },
  );
});

it('a long function is reported, and its enclosing function is not', () => {
  const inner = `const inner = () => {\n${'  work();\n'.repeat(5)}};\n`;
  expect(longFunctions('a.ts', inner, 6)).toEqual([{ place: 'a.ts:1', lines: 7 }]);
  expect(longFunctions('a.ts', `function outer() {\n${inner}}\n`, 6)).toEqual([
    { place: 'a.ts:2', lines: 7 },
  ]);
  expect(longFunctions('a.ts', inner, 7)).toEqual([]);
});
