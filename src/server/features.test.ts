import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { features, operations } from './features.ts';
import { isOperation } from './pipeline/operation.ts';

const root = join(import.meta.dirname, 'features');

/** Returns the source files of a feature, as paths inside its folder. */
const sourcesOf = (feature: string): string[] =>
  readdirSync(join(root, feature), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file),
  );

describe('the list of features', () => {
  const folders = readdirSync(root);

  it('has each folder of a feature once, under the name of the folder', () => {
    expect(folders.length).toBeGreaterThan(20);
    expect(features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
  });

  it('has every operation that a module of a feature exports', async () => {
    const listed = new Set<unknown>(operations);
    const missing: string[] = [];
    for (const feature of folders)
      for (const file of sourcesOf(feature)) {
        const path = join(root, feature, file);
        if (!/\boperation\(/.test(readFileSync(path, 'utf8'))) continue;
        const exported = Object.values((await import(path)) as Record<string, unknown>).filter(isOperation);
        missing.push(
          ...exported.filter((each) => !listed.has(each)).map(({ name }) => `${feature}: ${name}`),
        );
      }
    expect(missing).toEqual([]);
  });

  it.each(folders)('has the GraphQL fields and the routes of %s in its feature.ts', (feature) => {
    const description = readFileSync(join(root, feature, 'feature.ts'), 'utf8');
    const isPart = (file: string) =>
      /(^|[/-])rest\.ts$/.test(file) ||
      // Modules of types are loaded by the fields that use them.
      (!file.endsWith('graphql-types.ts') &&
        /\bbuilder\.\w+Fields?\(/.test(readFileSync(join(root, feature, file), 'utf8')));
    const forgotten = sourcesOf(feature).filter(
      (file) => isPart(file) && !description.includes(`'./${file}'`),
    );
    expect(forgotten).toEqual([]);
  });
});
