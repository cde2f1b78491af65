import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../dist/web');

type Loads = Readonly<Record<string, Readonly<Record<'en' | 'zh', readonly string[]>>>>;

/** Returns the gzip size of the script that a page needs for hydration, in kB. */
function scriptOf(path: string, language: 'en' | 'zh'): number {
  const { visitors } = JSON.parse(readFileSync(join(folder, 'first-loads.json'), 'utf8')) as {
    visitors: Loads;
  };
  const scripts = (visitors[path]?.[language] ?? []).filter((file) => file.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  return scripts.reduce((sum, file) => sum + readFileSync(join(folder, `${file}.gz`)).length, 0) / 1_000;
}

// The goal is 160 kB (docs/performance.md); these limits prevent regressions.
it.each([
  ['/', 163],
  ['/dashboard', 163],
  ['/login', 170],
  ['/forgot-password', 171],
  ['/signup', 182],
])('the script that %s needs to react has at most %i kB by gzip', (path, most) => {
  for (const language of ['en', 'zh'] as const) expect(scriptOf(path, language)).toBeLessThanOrEqual(most);
});
