import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { repeated, type screens } from '../../e2e/tags.ts';
import { root } from './documents.ts';

type Test = { screen: keyof typeof screens; file: string; title: string };

type Suite = {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; tags: string[]; tests: { projectName: Test['screen'] }[] }[];
};

/** Returns the tests in a part of the report of a run, with their tags after the title, as Playwright compares them. */
function testsIn(suite: Suite, before = ''): Test[] {
  const path = suite.title === suite.file ? '' : `${before} ${suite.title}`;
  const own = suite.specs.flatMap(({ title, tags, tests }) =>
    tests.map(({ projectName: screen }) => ({
      screen,
      file: suite.file,
      title: [path, title, ...tags.map((tag) => `@${tag}`)].join(' '),
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsIn(inner, path))];
}

async function exhaustiveTests(): Promise<Test[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/playwright/cli.js', 'test', '--list', '--reporter=json'],
    { cwd: root, env: { ...process.env, EXHAUSTIVE: '1' }, maxBuffer: 2 ** 26 },
  );
  return (JSON.parse(stdout) as { suites: Suite[] }).suites.flatMap((suite) => testsIn(suite));
}

const isInWholeSet = ({ screen, title }: Test) => !repeated[screen].some((pattern) => pattern.test(title));

/** Returns the name of a test without its language and tags: equal for the same test in both languages. */
const nameOf = ({ screen, file, title }: Test) =>
  `${screen} ${file} › ${title.replaceAll(/ @[\w-]+/g, '').replaceAll(/\bin (en|zh)\b/g, 'in a language')}`.trim();

describe('the whole set of browser tests', () => {
  let exhaustive: Test[] = [];
  let whole: Test[] = [];
  beforeAll(async () => {
    exhaustive = await exhaustiveTests();
    whole = exhaustive.filter(isInWholeSet);
  }, 240_000);

  it('has each test of an exhaustive run in one language at least, at the same width', () => {
    const names = (tests: Test[]) => new Set(tests.map(nameOf));
    const inWholeSet = names(whole);
    expect([...names(exhaustive)].filter((name) => !inWholeSet.has(name))).toEqual([]);
    expect(whole.length).toBeGreaterThan(800);
    expect(exhaustive.length).toBeGreaterThan(whole.length + 100);
  });

  it('contains the main set', () => {
    const isMain = ({ title }: Test) => /@main\b/.test(title);
    expect(exhaustive.filter(isMain).length).toBeGreaterThan(250);
    // At both widths the main set runs a test at that of a telephone.
    const inMain = exhaustive.filter(
      (test) => isMain(test) && !(test.screen === 'desktop' && test.title.includes('@both-widths')),
    );
    expect(inMain.filter((test) => !isInWholeSet(test)).map(nameOf)).toEqual([]);
  });
});
