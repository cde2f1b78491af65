import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, code, read, root } from './documents.ts';

describe('numbers in comments and titles', () => {
  it('of requirements are in docs/requirements.tsv', () => {
    const script = join(root, 'scripts/trace.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env: {} });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('of decisions, gaps and contradictions are in docs/product-decisions.md', () => {
    const known = new Set(all(read('docs/product-decisions.md'), /^- \*\*((?:D|GAP|CON)-\d+)\b/gm));
    const named = new Set(code.flatMap((file) => all(read(file), /\b((?:D|GAP|CON)-\d+)\b/g)));
    expect([...named].filter((id) => !known.has(id))).toEqual([]);
    expect(named.size).toBeGreaterThan(20);
  });

  it.each([
    ['fault', 'docs/faults.md', 26],
    ['security', 'docs/security.md', 40],
  ])('of the kind "%s" are in %s', (kind, file, count) => {
    const known = all(read(file), /^\| (\d+) \|/gm).map(Number);
    expect(known).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    const named = code.flatMap((each) =>
      all(read(each), new RegExp(`\\b${kind} (\\d+)\\b`, 'g')).map(Number),
    );
    expect(named.filter((number) => !known.includes(number))).toEqual([]);
  });

  it.each(['docs/faults.md', 'docs/security.md'])(
    'of %s come with a test, or with the reason why there is none yet',
    (file) => {
      const rows = read(file)
        .split('\n')
        .filter((line) => /^\| \d+ \|/.test(line));
      const unproved = rows.filter((line) => {
        const proof = line.split('|').at(-2) ?? '';
        return !/`[\w/.-]+\.test\.tsx?`/.test(proof) && !/Not yet: \w|Not yet$/.test(proof.trim());
      });
      expect(unproved).toEqual([]);
    },
  );
});
