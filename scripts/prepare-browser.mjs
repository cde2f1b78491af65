// Prepares the browser for tests and benchmarks. Plain JavaScript for the machine's own Node, like prepare.mjs.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, node, root } from './prepare.mjs';

const isRoot = process.getuid?.() === 0;

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

/**
 * Finds a Chromium, or installs one.
 * @returns {string | undefined} its path; undefined when none could be installed
 */
export function installBrowser() {
  const found = findBrowser();
  if (found) return found;
  // Not on standard output, where a benchmark may print JSON.
  console.error('Installing a browser ...');
  const install = [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'];
  if (!quietly(node, isRoot ? [...install, '--with-deps'] : install, 5) || !findBrowser()) {
    if (!apt('chromium-headless-shell')) apt('chromium');
  }
  return findBrowser();
}

/** Checks for a Chinese font, without which screenshots show boxes; nothing else needs one. */
export function installChineseFont() {
  const fonts = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout;
  if (!fonts?.trim()) apt('fontconfig', 'fonts-wqy-microhei');
}
