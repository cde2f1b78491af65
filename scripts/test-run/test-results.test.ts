import { describe, expect, it } from 'vitest';
import { closing, playwrightResults, vitestResults } from './test-results.mjs';

const unitTest = (title: string, status: 'passed' | 'failed', failureMessages: string[] = []) => ({
  ancestorTitles: ['a save'],
  title,
  status,
  failureMessages,
});

const vitestReport = (tests: ReturnType<typeof unitTest>[]) => ({
  numPassedTests: tests.filter(({ status }) => status === 'passed').length,
  numFailedTests: tests.filter(({ status }) => status === 'failed').length,
  testResults: [
    {
      name: '/wattle/src/server/save.test.ts',
      status: tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
      assertionResults: tests,
    },
  ],
});

const vitest = (tests: ReturnType<typeof unitTest>[], code = 0) =>
  vitestResults(vitestReport(tests), code, '/wattle');

const browserTest = (
  title: string,
  status: 'expected' | 'flaky' | 'unexpected',
  projectName = 'desktop',
) => ({
  title,
  file: 'card.spec.ts',
  tests: [{ projectName, status }],
});

/** One file, with the first test at its top and the others in a group. */
function playwrightReport([first, ...others]: ReturnType<typeof browserTest>[]) {
  const all = [...(first ? [first] : []), ...others];
  const count = (wanted: string) => all.filter(({ tests }) => tests[0]?.status === wanted).length;
  return {
    suites: [
      {
        title: 'card.spec.ts',
        specs: first ? [first] : [],
        suites: [{ title: 'the card', specs: others }],
      },
    ],
    errors: [],
    stats: {
      expected: count('expected'),
      unexpected: count('unexpected'),
      flaky: count('flaky'),
      skipped: 0,
    },
  };
}

const timedOut = 'Error: timed out';

describe('the closing lines of npm test', () => {
  it('are one line with both numbers when every test passed on its first try', () => {
    const results = [
      vitest([unitTest('keeps it', 'passed')]),
      playwrightResults(playwrightReport([browserTest('prints', 'expected')]), 0),
    ];
    expect(closing(results)).toEqual({ lines: ['2 passed, 0 failed'], failed: 0 });
  });

  it('name every flaky test of both runs with its file, and their number, before the last line [R-24]', () => {
    const results = [
      vitest([unitTest('keeps it', 'passed', [timedOut]), unitTest('finds it', 'passed')]),
      playwrightResults(
        playwrightReport([browserTest('prints', 'flaky'), browserTest('is scanned', 'flaky', 'mobile')]),
        0,
      ),
    ];
    expect(closing(results)).toEqual({
      lines: [
        'flaky: src/server/save.test.ts > a save > keeps it',
        'flaky: e2e/card.spec.ts [desktop] > prints',
        'flaky: e2e/card.spec.ts [mobile] > the card > is scanned',
        '3 flaky tests: passed only when tried again.',
        '4 passed, 0 failed',
      ],
      failed: 0,
    });
  });

  it('fail the run when more than three tests are flaky, in either run [R-24]', () => {
    const results = [
      vitest([
        unitTest('one', 'passed', [timedOut]),
        unitTest('two', 'passed', [timedOut]),
        unitTest('three', 'passed', [timedOut]),
        unitTest('four', 'passed'),
      ]),
      playwrightResults(playwrightReport([browserTest('prints', 'flaky')]), 0),
    ];
    const { lines, failed } = closing(results);
    expect(lines.slice(-2)).toEqual(['4 flaky tests: more than 3 fail the run.', '1 passed, 4 failed']);
    expect(failed).toBe(4);
  });

  it('name a test that failed on every try as failed, not as flaky [R-24]', () => {
    const failing = vitest([unitTest('keeps it', 'failed', [timedOut, timedOut])], 1);
    const inBrowser = playwrightResults(playwrightReport([browserTest('prints', 'unexpected')]), 1);
    expect(closing([failing, inBrowser])).toEqual({
      lines: [
        'failed: src/server/save.test.ts > a save > keeps it',
        'failed: e2e/card.spec.ts [desktop] > prints',
        '0 passed, 2 failed',
      ],
      failed: 2,
    });
  });

  it('count a run that failed without a failed test, and one without a report, as a failure', () => {
    expect(closing([vitest([unitTest('keeps it', 'passed')], 1)]).lines).toEqual(['1 passed, 1 failed']);
    expect(closing([vitestResults(undefined, 137, '/wattle')]).lines).toEqual(['0 passed, 1 failed']);
    expect(closing([playwrightResults(undefined, 1)]).lines).toEqual(['0 passed, 1 failed']);
  });

  it('count a file that does not load, and an error outside every test', () => {
    const unloaded = { numPassedTests: 3, numFailedTests: 0, testResults: [] as unknown[] };
    unloaded.testResults.push({ name: '/wattle/a.test.ts', status: 'failed', assertionResults: [] });
    expect(vitestResults(unloaded, 1, '/wattle')).toEqual({
      passed: 3,
      failed: 1,
      failures: ['a.test.ts'],
      flaky: [],
    });
    const report = { ...playwrightReport([browserTest('prints', 'expected')]), errors: [{ message: 'no' }] };
    expect(playwrightResults(report, 1)).toEqual({
      passed: 1,
      failed: 1,
      failures: ['e2e: no'],
      flaky: [],
    });
  });
});
