import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.(ts|tsx)$/.test(file));

const sources = filesUnder('src');

const importsOf = (file: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
    .importedFiles.map((found) => found.fileName);

const resolved = (file: string, specifier: string) =>
  specifier.startsWith('.')
    ? relative(root, resolve(root, dirname(file), specifier.split('?')[0]!))
    : specifier;

const graph = new Map(
  sources.map((file) => [file, importsOf(file).map((specifier) => resolved(file, specifier))]),
);
const isTest = (file: string) => /\.(test|fixture)\.tsx?$/.test(file);
const roomOf = (file: string) => file.split(sep)[1];

describe('the house', () => {
  it('has one direction: the domain imports neither room, and the rooms never each other', () => {
    const wrong = [...graph].flatMap(([file, imports]) =>
      imports
        .filter(
          (other) => other.startsWith('src/') && roomOf(other) !== roomOf(file) && roomOf(other) !== 'domain',
        )
        .map((other) => `${file} -> ${other}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps the domain pure: no Node, no browser, no library but Zod', () => {
    const wrong = [...graph]
      .filter(([file]) => roomOf(file) === 'domain' && !isTest(file))
      .flatMap(([file, imports]) =>
        imports
          .filter((other) => !other.startsWith('src/domain') && other !== 'zod/mini')
          .map((other) => `${file} -> ${other}`),
      );
    expect(wrong).toEqual([]);
  });

  it('lets only compose.ts choose adapters', () => {
    const adapters = /^src\/server\/ports\/[^/]+\/(?!port\.ts|contract\.test\.ts)/;
    const wrong = [...graph]
      .filter(
        ([file]) =>
          file !== 'src/server/compose.ts' && !file.startsWith('src/server/ports/') && !isTest(file),
      )
      .flatMap(([file, imports]) =>
        imports.filter((other) => adapters.test(other)).map((other) => `${file} -> ${other}`),
      );
    expect(wrong).toEqual([]);
  });

  it('has no circle among its files', () => {
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, path: string[]) => {
      if (path.includes(file))
        return void circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file)) return;
      for (const other of graph.get(file) ?? []) if (graph.has(other)) visit(other, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('has no barrels and no attics', () => {
    const wrong = sources.filter((file) =>
      /(^|\/)(index\.tsx?|utils?|common|helpers?)(\/|\.tsx?$|$)/.test(
        file.replace(/i18n\/(en|zh)\/common\.ts$/, ''),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('has each text in one file only, so that it does not matter which is loaded last [LANG-01]', () => {
    const keys = filesUnder('src/domain/i18n/en').flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}'?([\w.]+)'?: /gm)].map((match) => match[1]!),
    );
    expect(keys.length).toBeGreaterThan(1000);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('keeps files short enough to read at a sitting', () => {
    const long = sources
      .filter((file) => !file.includes('/i18n/') && !isTest(file))
      .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 320);
    expect(long).toEqual([]);
  });
});
