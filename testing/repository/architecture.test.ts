import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { en } from '../../src/domain/i18n/en.ts';
import { zh } from '../../src/domain/i18n/zh.ts';

const root = resolve(import.meta.dirname, '../..');

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

/** Returns the feature of a file under a folder of features; undefined for files outside one. */
const featureIn = (featuresRoot: string, file: string): string | undefined =>
  file.startsWith(`${featuresRoot}/`) ? file.slice(featuresRoot.length + 1).split('/')[0] : undefined;

type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns imports from another feature that bypass its `api` file. */
const pastTheApi = (featuresRoot: string, imports: Imports): string[] =>
  [...imports].flatMap(([file, others]) =>
    others
      .filter((other) => {
        const from = featureIn(featuresRoot, file);
        const to = featureIn(featuresRoot, other);
        const shown = to !== undefined && new RegExp(`^${featuresRoot}/${to}/api\\.tsx?$`).test(other);
        return from !== undefined && to !== undefined && from !== to && !shown;
      })
      .map((other) => `${file} -> ${other}`),
  );

/** Returns the import cycles among features, each as a path that ends where it began. */
function featureCircles(featuresRoot: string, imports: Imports): string[] {
  const uses = new Map<string, Set<string>>();
  for (const [file, others] of imports) {
    const from = featureIn(featuresRoot, file);
    if (from === undefined) continue;
    const known = uses.get(from) ?? new Set();
    uses.set(from, known);
    for (const other of others) {
      const to = featureIn(featuresRoot, other);
      if (to !== undefined && to !== from) known.add(to);
    }
  }
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (feature: string, path: readonly string[]) => {
    if (path.includes(feature))
      return void circles.push([...path.slice(path.indexOf(feature)), feature].join(' -> '));
    if (done.has(feature)) return;
    for (const other of uses.get(feature) ?? []) visit(other, [...path, feature]);
    done.add(feature);
  };
  for (const feature of uses.keys()) visit(feature, []);
  return circles;
}

/** Returns the features with more than a fifth of all files, with their number of files. */
function oversized(featuresRoot: string, files: readonly string[]): string[] {
  const features = files.flatMap((file) => featureIn(featuresRoot, file) ?? []);
  return [...new Set(features)].flatMap((feature) => {
    const count = features.filter((other) => other === feature).length;
    return count > features.length / 5 ? `${feature}: ${count} of ${features.length}` : [];
  });
}

describe('the architecture', () => {
  it('has one direction of imports: the domain imports neither side, and server and web never import each other', () => {
    const wrong = [...graph].flatMap(([file, imports]) =>
      imports
        .filter(
          (other) => other.startsWith('src/') && roomOf(other) !== roomOf(file) && roomOf(other) !== 'domain',
        )
        .map((other) => `${file} -> ${other}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps the domain pure: no Node, no browser, no library but Zod and the types of FHIR', () => {
    const wrong = [...graph]
      .filter(([file]) => roomOf(file) === 'domain' && !isTest(file))
      .flatMap(([file, imports]) =>
        imports
          .filter((other) => !other.startsWith('src/domain') && other !== 'zod/mini' && other !== 'fhir/r4')
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

  it('has no import cycle among its files', () => {
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

  it('has no barrel files and no catch-all files', () => {
    const wrong = sources.filter((file) =>
      /(^|\/)(index\.tsx?|utils?|common|helpers?)(\/|\.tsx?$|$)/.test(
        file.replace(/i18n\/(en|zh)\/common\.ts$/, ''),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('defines each text in one file only, so that load order does not matter [LANG-01]', () => {
    const keys = filesUnder('src/domain/i18n/en').flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}'?([\w.]+)'?: /gm)].map((match) => match[1]!),
    );
    expect(keys.length).toBeGreaterThan(1000);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('lists every text file in the list from which types and catalogue are built [LANG-01]', () => {
    const names = (language: string) =>
      filesUnder(`src/domain/i18n/${language}`).map((file) => basename(file, '.ts'));
    expect(names('en').toSorted()).toEqual(Object.keys(en).toSorted());
    expect(names('zh').toSorted()).toEqual(Object.keys(zh).toSorted());
  });

  it('keeps files short', () => {
    const long = sources
      .filter((file) => !file.includes('/i18n/') && !isTest(file))
      .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 320);
    expect(long).toEqual([]);
  });
});

// A test may import internals of the feature it tests.
const codeGraph = new Map([...graph].filter(([file]) => !isTest(file)));

describe.each(['src/web/features', 'src/server/features'])('the features under %s', (featuresRoot) => {
  it('import only api.ts of one another', () => {
    expect(pastTheApi(featuresRoot, codeGraph)).toEqual([]);
  });

  it('have no import cycle', () => {
    expect(featureCircles(featuresRoot, codeGraph)).toEqual([]);
  });

  it('have at most a fifth of the files each', () => {
    const files = [...codeGraph.keys()].filter((file) => featureIn(featuresRoot, file) !== undefined);
    expect(files.length).toBeGreaterThan(20);
    expect(oversized(featuresRoot, files)).toEqual([]);
  });
});

describe('the web', () => {
  it('has features that the rest of the web imports only from its frame, app', () => {
    const featuresRoot = 'src/web/features';
    const room = dirname(featuresRoot);
    const wrong = [...codeGraph].flatMap(([file, imports]) =>
      file.startsWith(`${room}/app/`) || file.startsWith(`${featuresRoot}/`)
        ? []
        : imports
            .filter((other) => featureIn(featuresRoot, other) !== undefined)
            .map((other) => `${file} -> ${other}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the server', () => {
  const isSource = (file: string) => file.startsWith('src/server/') && !isTest(file);

  it('has at most twenty folders and files at its top level', () => {
    const top = new Set(sources.filter(isSource).map((file) => file.split(sep)[2]));
    expect(top.size).toBeLessThanOrEqual(20);
  });

  it('describes the input of every operation by a real schema', () => {
    const unchecked = sources
      .filter(isSource)
      .filter((file) => /z\.custom\b/.test(readFileSync(join(root, file), 'utf8')));
    expect(unchecked).toEqual([]);
  });

  it('goes through the pipeline for every call: handlers of calls use neither the access rules nor the database directly', () => {
    const answering = sources.filter((file) =>
      /src\/server\/features\/[^/]+\/(\w+-)?(graphql|rest)\.ts$/.test(file),
    );
    expect(answering.length).toBeGreaterThan(10);
    const wrong = answering.filter((file) =>
      /\bcan\(|services\.db\b|\.selectFrom\(|\bsql`/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the checks of features', () => {
  const imports = new Map([
    ['f/one/page.ts', ['f/two/api.ts', 'f/one/inner.ts', 'ui/button.tsx']],
    ['f/two/api.ts', ['f/two/inner.ts']],
    ['f/two/inner.ts', ['f/three/part/api.ts']],
    ['f/three/part/api.ts', ['f/one/page.ts']],
  ]);

  it('find an import that bypasses api.ts, also where a deeper file has that name', () => {
    expect(pastTheApi('f', imports)).toEqual([
      'f/two/inner.ts -> f/three/part/api.ts',
      'f/three/part/api.ts -> f/one/page.ts',
    ]);
  });

  it('find an import cycle over several features', () => {
    expect(featureCircles('f', imports)).toEqual(['one -> two -> three -> one']);
  });

  it('find a feature that is too large', () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => `f/${name}/x.ts`);
    expect(oversized('f', [...files, 'f/e/x.ts'])).toEqual([]);
    expect(oversized('f', [...files, 'f/d/y.ts'])).toEqual(['d: 2 of 5']);
  });
});
