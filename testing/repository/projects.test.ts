import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, code, read, root } from './documents.ts';
import { long } from './projects.ts';

const isTest = (file: string) => /\.(test\.tsx?|spec\.ts)$/.test(file);
const idsIn = (file: string) =>
  all(read(file), /\[([\w ,-]+)\]/g).flatMap((list) => list.split(',').map((name) => name.trim()));

describe('the tests that `npm test` omits', () => {
  it('are files that exist', () => {
    expect(long.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('are the only proof of no requirement', () => {
    const rows = new Set(all(read('docs/requirements.tsv'), /^([A-Z]+-\d+[a-z]?)\t/gm));
    const others = new Set(code.filter((file) => isTest(file) && !long.includes(file)).flatMap(idsIn));
    const provedByLong = long.flatMap(idsIn).filter((id) => rows.has(id));
    expect(provedByLong.filter((id) => !others.has(id))).toEqual([]);
    expect(provedByLong.length).toBeGreaterThan(0);
  });
});
