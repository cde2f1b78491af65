import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../dist/web');
const assets = join(folder, 'assets');

/** A script that pages load on demand: the gzip bytes that it and its imports add to those of the sign-in page. */
export type Chunk = { name: string; addedBytes: number };

const importPattern = /(?:\bfrom|\bimport)\s*(["'`])\.\/([\w.-]+\.js)\1/g;
const demandPattern = /\bimport\(\s*(["'`])\.\/([\w.-]+\.js)\1\s*\)/g;

/** Reads the built web. Returns every on-demand part with the bytes it adds. */
export function chunksOf(): Chunk[] {
  const imports = new Map<string, string[]>();
  const demanded = new Set<string>();
  for (const name of readdirSync(assets).filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(join(assets, name), 'utf8');
    imports.set(name, matches(text, importPattern));
    for (const target of matches(text, demandPattern)) demanded.add(target);
  }
  const entry = /src="\/assets\/([\w.-]+\.js)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1];
  const signIn = [...imports.keys()].find((name) => /^login-[\w-]{8}\.js$/.test(name));
  if (!entry || !signIn) throw new Error('The built web has no entry or no sign-in page');
  const there = closureOf([entry, signIn], imports);
  return [...demanded].map((name) => {
    const added = [...closureOf([name], imports)].filter((part) => !there.has(part));
    const addedBytes = added.reduce((sum, part) => sum + readFileSync(join(assets, `${part}.gz`)).length, 0);
    return { name, addedBytes };
  });
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[2] ?? '');

function closureOf(names: readonly string[], imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...(imports.get(name) ?? []));
  }
  return found;
}
