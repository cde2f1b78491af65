// node deploy/cluster/fill.mjs VALUES FOLDER [NAME=value ...]: fills the placeholders of the example files with the values of a file
// (see values.example) and of the command line, which has precedence. Writes the files to a folder, readable only by their owner.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const examples = dirname(fileURLToPath(import.meta.url));
const placeholder = /@([A-Z][A-Z0-9_]*)@/g;

/** Names of the example files, relative to this folder. */
export const exampleNames = () =>
  readdirSync(examples, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.mjs$|\.example$/.test(entry.name))
    .map((entry) => relative(examples, join(entry.parentPath, entry.name)))
    .toSorted();

export const exampleText = (name) => readFileSync(join(examples, name), 'utf8');

/** Names of the placeholders in a text. */
export const placeholdersOf = (text) => [...new Set([...text.matchAll(placeholder)].map(([, name]) => name))];

/**
 * Parses lines of NAME=value; comments and empty lines are skipped.
 * @throws Error at another line
 */
export function parseValues(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`Not NAME=value: ${line}`);
      return [name, value.trim()];
    }),
  );
}

/**
 * Replaces the placeholders of a text.
 * @throws Error when one has no value, or a value that would end a quoted string in these files
 */
export function fillText(text, values) {
  return text.replaceAll(placeholder, (_, name) => {
    const value = values[name];
    if (value === undefined || value === '') throw new Error(`${name} has no value`);
    if (/["'\\\n]/.test(value)) throw new Error(`${name} contains a quotation mark or a backslash`);
    return value;
  });
}

/** Writes all example files, filled, to a folder. */
export function fillInto(folder, values) {
  for (const name of exampleNames()) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, fillText(exampleText(name), values), { mode: 0o600 });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [valuesFile, folder, ...own] = process.argv.slice(2);
  if (!valuesFile || !folder) {
    console.error('Usage: node deploy/cluster/fill.mjs VALUES FOLDER [NAME=value ...]');
    process.exit(1);
  }
  try {
    fillInto(folder, { ...parseValues(readFileSync(valuesFile, 'utf8')), ...parseValues(own.join('\n')) });
    console.log(`${exampleNames().length} files are in ${folder}.`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
