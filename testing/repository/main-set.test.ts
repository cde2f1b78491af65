import { describe, expect, it } from 'vitest';
import { all, code, read } from './documents.ts';
import { long } from './projects.ts';

const vitest = code.filter((file) => /\.test\.tsx?$/.test(file));
const playwright = code.filter((file) => file.endsWith('.spec.ts'));

/**
 * Ids of requirement rows, decisions and findings in brackets. Tests of faults and security checks are excluded, because they may take
 * minutes.
 */
const idsIn = (text: string) =>
  all(text, /\[([\w ,-]+)\]/g)
    .flatMap((list) => list.split(',').map((name) => name.trim()))
    .filter((name) => /^[A-Z][A-Z0-9]*-\d+[a-z]?$/.test(name));

const idsOf = (files: readonly string[]) => new Set(files.map(read).flatMap(idsIn));

/** Returns the titles of browser tests with the tag `main`, or with an expression that adds it in one iteration of a loop. */
const mainTitles = (file: string) => all(read(file), /(`(?:[^`\\]|\\.)*\$\{[^}]*\bmain(?:Once)?\b[^}]*\}`)/g);

describe('the tests that `npm test` runs', () => {
  const main = playwright.flatMap(mainTitles);
  const inMain = new Set([...idsOf(vitest.filter((file) => !long.includes(file))), ...main.flatMap(idsIn)]);

  it('prove each requirement row that any test proves', () => {
    const rows = all(read('docs/requirements.tsv'), /^([A-Z0-9]+-\d+[a-z]?)\t/gm);
    const proved = idsOf([...vitest, ...playwright]);
    const left = rows.filter((id) => proved.has(id) && !inMain.has(id));
    expect(left, 'give one of their browser tests the tag `main`').toEqual([]);
    expect(rows.filter((id) => inMain.has(id)).length).toBeGreaterThan(600);
  });

  it('prove each decision and finding that a browser test proves', () => {
    const left = [...idsOf(playwright)].filter((id) => !inMain.has(id));
    expect(left, 'give one of their browser tests the tag `main`').toEqual([]);
  });

  it('are the browser tests with the tag in their title', () => {
    const used = playwright.filter((file) => /\bmain(?:Once)?\b.*from '[./]*\/wattle\.ts'/.test(read(file)));
    expect(used.filter((file) => mainTitles(file).length === 0)).toEqual([]);
    expect(main.length).toBeGreaterThan(150);
  });
});
