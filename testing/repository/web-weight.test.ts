import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../dist/web');

type Loads = Readonly<Record<string, Readonly<Record<'en' | 'zh', readonly string[]>>>>;

type Reader = 'visitors' | 'customers';

/** Returns the scripts that a page needs for hydration. */
function scriptsOf(reader: Reader, path: string, language: 'en' | 'zh'): string[] {
  const loads = JSON.parse(readFileSync(join(folder, 'first-loads.json'), 'utf8')) as Record<Reader, Loads>;
  return (loads[reader][path]?.[language] ?? []).filter((file) => file.endsWith('.js'));
}

/** Returns the gzip size of these scripts, in kB. */
function sizeOf(reader: Reader, path: string, language: 'en' | 'zh'): number {
  const scripts = scriptsOf(reader, path, language);
  expect(scripts).not.toEqual([]);
  return scripts.reduce((sum, file) => sum + readFileSync(join(folder, `${file}.gz`)).length, 0) / 1_000;
}

// The goal is 160 kB (docs/performance.md); these limits prevent regressions.
it.each([
  ['visitors', '/', 163],
  ['visitors', '/dashboard', 163],
  ['visitors', '/login', 171],
  ['visitors', '/forgot-password', 171],
  ['visitors', '/signup', 182],
  ['customers', '/dashboard', 234],
  ['customers', '/my-acp', 245],
  ['customers', '/trusted-contacts', 215],
  ['customers', '/questionnaire/step5', 240],
] as const)('the script that %s need for %s to react has at most %i kB by gzip', (reader, path, most) => {
  for (const language of ['en', 'zh'] as const)
    expect(sizeOf(reader, path, language)).toBeLessThanOrEqual(most);
});

it.each(['/dashboard', '/my-acp', '/care-plan', '/trusted-contacts', '/my-health-record'])(
  '%s, which a customer reads, loads no part for forms or their checks first',
  (path) => {
    for (const language of ['en', 'zh'] as const)
      expect(
        scriptsOf('customers', path, language).filter((file) => /\/(forms|checks|more-fields)-/.test(file)),
      ).toEqual([]);
  },
);
