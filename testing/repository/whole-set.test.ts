import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from './documents.ts';

type Test = { screen: string; file: string; title: string };

/** Returns the browser tests that a run would contain, with their tags in the title. */
async function testsOf(extra: Record<string, string>): Promise<Test[]> {
  const { EXHAUSTIVE: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/playwright/cli.js', 'test', '--list', '--reporter=list'],
    { cwd: root, env: { ...env, ...extra }, maxBuffer: 2 ** 26 },
  );
  return [...stdout.matchAll(/^\s*\[(\w+)\] › (.*?):\d+:\d+ › (.*)$/gm)].map(
    ([, screen = '', file = '', title = '']) => ({ screen, file, title }),
  );
}

/** Names a test with neither its language nor its tags. */
const nameOf = ({ file, title }: Test) =>
  `${file} › ${title.replaceAll(/ @[\w-]+/g, '').replaceAll(/\bin (en|zh)\b/g, 'in a language')}`.trim();

describe('the whole set of browser tests', () => {
  let whole: Test[] = [];
  let exhaustive: Test[] = [];
  beforeAll(async () => {
    whole = await testsOf({});
    exhaustive = await testsOf({ EXHAUSTIVE: '1' });
  }, 240_000);

  it('has each test of an exhaustive run in one language at least, at the same width', () => {
    const names = (tests: Test[]) => new Set(tests.map((test) => `${test.screen} ${nameOf(test)}`));
    const isOfTaps = (name: string) => name.includes('double-taps-everywhere');
    const left = [...names(exhaustive).difference(names(whole))].filter((name) => !isOfTaps(name));
    expect(left).toEqual([]);
    expect(exhaustive.length).toBeGreaterThan(whole.length + 100);
  });

  it('contains the main set', () => {
    const key = ({ file, title }: Test) => `${file} › ${title}`;
    const isMain = ({ title }: Test) => /@main( |$)/.test(title);
    const has = new Set(whole.map(key));
    expect(
      exhaustive
        .filter(isMain)
        .map(key)
        .filter((name) => !has.has(name)),
    ).toEqual([]);
  });
});
