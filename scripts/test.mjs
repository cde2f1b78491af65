// npm test: from a bare clone to one line that counts. Installs what the tests need, runs Vitest (unit, property, API,
// documents) and then Playwright (browser journeys), and ends with "N passed, N failed".
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, environment, installPackages, node, root } from './prepare.mjs';

const LIMIT_MINUTES = 45;
const deadline = Date.now() + LIMIT_MINUTES * 60_000;
const isRoot = process.getuid?.() === 0;
const reports = join(root, '.cache/test-reports');

function quietly(command, args, minutes) {
  const env = environment({ DEBIAN_FRONTEND: 'noninteractive' });
  return (
    spawnSync(command, args, { cwd: root, stdio: 'ignore', env, timeout: minutes * 60_000 }).status === 0
  );
}

const apt = (...packages) =>
  isRoot &&
  quietly('apt-get', ['update'], 2) &&
  quietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages], 4);

function findBrowser() {
  const own = `console.log(require('playwright-core').chromium.executablePath())`;
  const playwrights = spawnSync(node, ['-e', own], { cwd: root, encoding: 'utf8' }).stdout?.trim();
  const places = [
    process.env.CHROME_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    playwrights,
  ];
  return places.find((path) => path && existsSync(path));
}

function installBrowser() {
  const found = findBrowser();
  if (found) return found;
  console.log('Installing a browser for the tests ...');
  const install = [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'];
  if (!quietly(node, isRoot ? [...install, '--with-deps'] : install, 5) || !findBrowser()) {
    if (!apt('chromium-headless-shell')) apt('chromium');
  }
  return findBrowser();
}

/** Screenshots without a Chinese font show boxes; nothing else needs one. */
function installChineseFont() {
  const fonts = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout;
  if (!fonts?.trim()) apt('fontconfig', 'fonts-wqy-microhei');
}

/** Runs a program until it ends or time is up; resolves with its exit code. */
function run(args, extra) {
  return new Promise((resolve) => {
    const child = spawn(node, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: environment(extra),
    });
    const stop = setTimeout(
      () => {
        console.error(`\nStopped: the tests took longer than ${LIMIT_MINUTES} minutes.`);
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
      },
      Math.max(0, deadline - Date.now()),
    );
    child.on('exit', (code) => {
      clearTimeout(stop);
      resolve(code ?? 1);
    });
  });
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'));
  } catch {
    return undefined;
  }
}

async function runVitest() {
  const code = await run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'vitest.json')}`,
    ],
    { APP_ENV: 'test', NODE_ENV: 'test' },
  );
  const report = readReport('vitest.json');
  // A file that does not load has no tests of its own to count.
  const unloaded =
    report?.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0) ??
    [];
  return count(report?.numPassedTests ?? 0, (report?.numFailedTests ?? 0) + unloaded.length, code);
}

async function runPlaywright() {
  const hasSpecs =
    existsSync(join(root, 'e2e')) && readdirSync(join(root, 'e2e')).some((name) => name.endsWith('.spec.ts'));
  if (!hasSpecs) return { passed: 0, failed: 0 };
  const browser = installBrowser();
  if (!browser) {
    console.error('No browser was found or could be installed. Set CHROME_PATH to a Chromium.');
    return { passed: 0, failed: 1 };
  }
  const code = await run(['node_modules/playwright/cli.js', 'test', '--reporter=line,json'], {
    APP_ENV: 'test',
    CHROME_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
  });
  const report = readReport('playwright.json');
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return count(expected + flaky, unexpected + (report?.errors?.length ?? 0), code);
}

/** A run that ended badly without a failed test still counts as a failure. */
function count(passed, failed, code) {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

installPackages();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
buildWeb();
installChineseFont();
const results = [await runVitest(), await runPlaywright()];
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 ? 1 : 0);
