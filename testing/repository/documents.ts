import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const read = (file: string) => readFileSync(join(root, file), 'utf8');

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

export const folders = [
  '.ci',
  'bench',
  'deploy',
  'docs',
  'documents',
  'e2e',
  'migrations',
  'scripts',
  'src',
  'testing',
];
const topFiles = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isFile() ? entry.name : [],
);
const projectFiles = [...topFiles, ...folders.flatMap(filesIn)];
export const fileNames = new Set(projectFiles.map((file) => basename(file)));
export const code = projectFiles.filter((file) => /\.(ts|tsx|mjs|sql)$/.test(file));

const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...filesIn('docs')].filter((file) =>
  file.endsWith('.md'),
);
const texts = documents.map((file) => ({ file, text: read(file) }));

/** Returns what `named` finds in each document and `isWrong` rejects, with the document's name. */
export function faultsOf(
  named: (text: string) => string[],
  isWrong: (name: string, file: string) => boolean,
): string[] {
  return texts.flatMap(({ file, text }) =>
    named(text)
      .filter((name) => isWrong(name, file))
      .map((name) => `${file}: ${name}`),
  );
}

export const all = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);
const withoutFences = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '');
export const inBackticks = (text: string) => all(withoutFences(text), /`([^`\n]+)`/g);

/** Returns the cells of the tables under a heading, without header rows. */
export function rowsUnder(file: string, heading: string): string[][] {
  const section = read(file)
    .split(/^#+ /m)
    .find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${file} has no part "${heading}"`);
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
