// npm test: from a bare clone to one line with the result. Installs what the tests need, runs Vitest (unit, property, API,
// documents) and then Playwright (browser tests), and ends with "N passed, N failed". This is the main set, which proves
// every row of the requirement; `npm run test:all`, this with --all, runs every test (docs/decisions/0061).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mainPlaywright, mainVitest, whichRan } from './test-run/main-set.mjs';
import { installBrowser, installChineseFont } from './prepare-browser.mjs';
import { buildWeb, environment, installPackages, node, root } from './prepare.mjs';
import { closing, playwrightResults, vitestResults } from './test-run/test-results.mjs';

const everything = process.argv.includes('--all');
/** In minutes. `EXHAUSTIVE` adds what the whole set leaves out (e2e/tags.ts). */
const LIMIT_MINUTES = !everything ? 45 : process.env.EXHAUSTIVE ? 240 : 90;
const deadline = Date.now() + LIMIT_MINUTES * 60_000;
const reports = join(root, '.cache/test-reports');

/** Runs a program until it ends or its time is up; resolves with its exit code. */
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
      ...(everything ? [] : mainVitest),
    ],
    { APP_ENV: 'test', NODE_ENV: 'test' },
  );
  return vitestResults(readReport('vitest.json'), code, root);
}

async function runPlaywright() {
  const hasSpecs =
    existsSync(join(root, 'e2e')) &&
    readdirSync(join(root, 'e2e'), { recursive: true }).some((name) => name.endsWith('.spec.ts'));
  if (!hasSpecs) return { passed: 0, failed: 0, failures: [], flaky: [] };
  const browser = installBrowser();
  if (!browser) {
    console.error('No browser was found or could be installed. Set CHROME_PATH to a Chromium.');
    return { passed: 0, failed: 1, failures: ['e2e: no browser'], flaky: [] };
  }
  const code = await run(
    ['node_modules/playwright/cli.js', 'test', '--reporter=line,json', ...(everything ? [] : mainPlaywright)],
    {
      APP_ENV: 'test',
      CHROME_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
    },
  );
  return playwrightResults(readReport('playwright.json'), code);
}

installPackages();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
buildWeb();
installChineseFont();
const { lines, failed } = closing([await runVitest(), await runPlaywright()]);
console.log(`\n${lines.toSpliced(-1, 0, whichRan(everything)).join('\n')}`);
process.exit(failed > 0 ? 1 : 0);
