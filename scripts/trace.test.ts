import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wattle-trace-'));
  for (const folder of ['docs', 'src', 'e2e']) mkdirSync(join(root, folder));
  const rows = [
    'id\tarea\trequirement\tsource',
    'AAA-01\tsign-in\tFirst.\tx',
    'AAA-02\tsign-in\tSecond.\tx',
    'BBB-01\tcard\tThird.\tx',
  ];
  writeFileSync(join(root, 'docs/requirements.tsv'), `${rows.join('\n')}\n`);
});

afterEach(() => rmSync(root, { recursive: true }));

// Built at run time, so that the script does not count these made-up ids as this file's.
const open = '[';
const named = (...ids: string[]) => `it('does it ${open}${ids.join(', ')}]', () => {});`;

function trace(...areas: string[]): { status: number | null; text: string } {
  const script = join(import.meta.dirname, 'trace.mjs');
  const done = spawnSync(process.execPath, [script, ...areas], {
    encoding: 'utf8',
    env: { ...process.env, TRACE_ROOT: root },
  });
  return { status: done.status, text: done.stdout + done.stderr };
}

describe('npm run trace', () => {
  it('lists the rows without a test by area, counts them, and exits with 0', () => {
    writeFileSync(join(root, 'src/one.test.ts'), named('AAA-01'));
    const { status, text } = trace();
    expect(status).toBe(0);
    expect(text).toBe(
      'sign-in: 1 of 2\n  AAA-02  Second.\ncard: 0 of 1\n  BBB-01  Third.\n1 of 3 requirements are named by a test, 2 are not.\n',
    );
  });

  it('reads several ids of one title, in unit tests, screen tests and browser tests', () => {
    writeFileSync(join(root, 'src/one.test.tsx'), named('AAA-01', 'AAA-02'));
    writeFileSync(join(root, 'e2e/one.spec.ts'), named('BBB-01'));
    writeFileSync(join(root, 'src/not-a-test.ts'), named('CCC-09'));
    expect(trace().text).toContain('3 of 3 requirements');
  });

  it('reads ids beside the number of a fault or of a security check, and refuses invalid ones there', () => {
    writeFileSync(join(root, 'src/one.test.ts'), named('AAA-01', 'fault 3', 'security 12'));
    expect(trace().text).toContain('1 of 3 requirements');
    writeFileSync(join(root, 'src/two.test.ts'), named('security 2', 'AAA-99'));
    expect(trace()).toMatchObject({
      status: 1,
      text: expect.stringContaining(`src/two.test.ts: ${open}AAA-99]`),
    });
  });

  it('shows the requested areas, by name or by the letters of the id', () => {
    expect(trace('card').text).toBe(
      'card: 0 of 1\n  BBB-01  Third.\n0 of 1 requirements are named by a test, 1 are not.\n',
    );
    expect(trace('aaa').text).toContain('0 of 2 requirements');
  });

  it('refuses unknown ids, naming the file, and leaves other brackets alone', () => {
    writeFileSync(join(root, 'src/one.test.ts'), `${named('AAA-01', 'AAA-99')} [fault 2] [D-07] [A-Z0-9]`);
    const { status, text } = trace();
    expect(status).toBe(1);
    expect(text).toContain(`src/one.test.ts: ${open}AAA-99]`);
    expect(text).not.toMatch(/fault|D-07/);
  });
});
