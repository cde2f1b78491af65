// Summarises the reports of Vitest and Playwright. Plain JavaScript for the machine's own Node, like every script with which
// `npm test` begins.

/** Maximum number of flaky tests in a successful run: more cannot be explained by a busy machine. */
export const flakyLimit = 3;

/**
 * @typedef {object} Results
 * @property {number} passed tests that passed, flaky ones too
 * @property {number} failed tests that failed, files that did not load, and runs that failed without a failed test
 * @property {string[]} failures failed tests by file and title, files that did not load, and errors outside tests
 * @property {string[]} flaky tests that passed only on retry, by file and title
 */

/** A run that failed without a failed test still counts as a failure. */
const failedOf = (failed, code) => (failed === 0 && code !== 0 ? 1 : failed);

/**
 * Reads Vitest's JSON report. A passed test with failure messages was retried.
 * @param {any} report undefined when there is none
 * @param {number} code the exit code
 * @param {string} folder prefix to remove from file names
 * @returns {Results}
 */
export function vitestResults(report, code, folder) {
  const files = report?.testResults ?? [];
  // A file that does not load has no tests to count.
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const nameOf = (file) => (file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file);
  const testsWhere = (matches) =>
    files.flatMap((file) =>
      file.assertionResults
        .filter(matches)
        .map((test) => `${nameOf(file.name)} > ${[...test.ancestorTitles, test.title].join(' > ')}`),
    );
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failedOf((report?.numFailedTests ?? 0) + unloaded.length, code),
    failures: [
      ...unloaded.map((file) => nameOf(file.name)),
      ...testsWhere((test) => test.status === 'failed'),
    ],
    flaky: testsWhere((test) => test.status === 'passed' && test.failureMessages.length > 0),
  };
}

/** Returns every test of a Playwright suite, with the titles of its groups. */
const specsOf = (suite, titles = []) => [
  ...(suite.specs ?? []).map((spec) => ({ ...spec, titles: [...titles, spec.title] })),
  ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...titles, inner.title])),
];

/**
 * Reads Playwright's JSON report.
 * @param {any} report undefined when there is none
 * @param {number} code the exit code
 * @returns {Results}
 */
export function playwrightResults(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const testsWith = (status) =>
    (report?.suites ?? []).flatMap((file) =>
      specsOf(file).flatMap((spec) =>
        spec.tests
          .filter((test) => test.status === status)
          .map((test) => `e2e/${spec.file} [${test.projectName}] > ${spec.titles.join(' > ')}`),
      ),
    );
  return {
    passed: expected + flaky,
    failed: failedOf(unexpected + (report?.errors?.length ?? 0), code),
    failures: [
      ...testsWith('unexpected'),
      ...(report?.errors ?? []).map(({ message = '' }) => `e2e: ${message.split('\n')[0]}`),
    ],
    flaky: testsWith('flaky'),
  };
}

/**
 * Returns the final lines of `npm test`: every flaky and every failed test by name, the number of flaky ones, and "N passed,
 * N failed" last. Beyond the limit flaky tests count as failed.
 * @param {Results[]} results
 * @returns {{ lines: string[], failed: number }}
 */
export function closing(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const flaky = results.flatMap((result) => result.flaky);
  const failures = results.flatMap((result) => result.failures);
  const tooMany = flaky.length > flakyLimit;
  const failed = sum('failed') + (tooMany ? flaky.length : 0);
  const passed = sum('passed') - (tooMany ? flaky.length : 0);
  const count = `${flaky.length} flaky ${flaky.length === 1 ? 'test' : 'tests'}`;
  const lines = flaky.map((name) => `flaky: ${name}`);
  if (tooMany) lines.push(`${count}: more than ${flakyLimit} fail the run.`);
  else if (flaky.length > 0) lines.push(`${count}: passed only when tried again.`);
  lines.push(...failures.map((name) => `failed: ${name}`));
  return { lines: [...lines, `${passed} passed, ${failed} failed`], failed };
}
