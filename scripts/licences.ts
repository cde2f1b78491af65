// npm run licences: writes the page of licences into the built web, from the lock file, the installed packages and the list of what
// Vite bundled. Part of npm run build: a build empties the folder, so the page is written after each.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { missingTexts, styledPackages, works } from './licences/by-hand.ts';
import { licencesPage } from './licences/page.ts';
import { collectNotices, type Bundled, type Lock } from './licences/texts-of-packages.ts';

const root = resolve(import.meta.dirname, '..');
const web = join(root, 'dist/web');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

/**
 * Returns the list of what Vite bundled. Vite can only write it into the folder that is served, where its versions would be public
 * (docs/security.md, 13.4.6), so the list is moved out of it.
 */
function readBundled(): Bundled[] {
  const written = join(web, 'bundled-packages.json');
  const kept = join(root, 'dist/bundled-packages.json');
  if (existsSync(written)) renameSync(written, kept);
  for (const end of ['.gz', '.br']) rmSync(`${written}${end}`, { force: true });
  return JSON.parse(read(kept)) as Bundled[];
}

/** Writes a file, and compressed copies that the server sends. */
function write(path: string, content: string): void {
  writeFileSync(join(web, path), content);
  writeFileSync(join(web, `${path}.gz`), gzipSync(content, { level: 9 }));
  writeFileSync(join(web, `${path}.br`), brotliCompressSync(content));
}

/** Returns the page's style sheet. Without a script the page cannot read the chosen theme, so it follows the machine's. */
function styleSheet(): string {
  const [, dark] = /\[data-theme='dark'\] \{([^}]*)\}/.exec(read(root, 'src/web/ui/styles/tokens.css')) ?? [];
  if (dark === undefined) throw new Error('tokens.css has no dark theme.');
  return `${read(root, 'scripts/licences/page.css')}@media (prefers-color-scheme: dark) {\n:root {${dark}}\n}\n`;
}

try {
  const {
    packages,
    works: others,
    absent,
    silent,
  } = collectNotices({
    root,
    lock: JSON.parse(read(root, 'package-lock.json')) as Lock,
    bundled: [...readBundled(), ...styledPackages.map((name) => ({ name }))],
    missingTexts,
    works,
  });
  // A test requires a text for each package. A build on another platform, whose packages may differ, continues without one.
  if (silent.length > 0)
    console.warn(
      `No licence text: ${silent.join(', ')}. Add one to scripts/licences/by-hand.ts, from the repository of the package.`,
    );
  const styles = styleSheet();
  const ownSheet = `assets/licences-${createHash('sha256').update(styles).digest('hex').slice(0, 8)}.css`;
  write(ownSheet, styles);
  const [, siteSheet] = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(read(web, 'index.html')) ?? [];
  if (siteSheet === undefined) throw new Error('index.html of the built web has no style sheet.');
  write(
    'licences.html',
    licencesPage({ packages, works: others, absent, styleSheets: [siteSheet, `/${ownSheet}`] }),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
