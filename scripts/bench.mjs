// npm run bench [-- name ... --json]: benchmarks from a bare clone. Installs what they need, as `npm test` does, then runs
// bench/run.ts with the project's own Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installBrowser } from './prepare-browser.mjs';
import { buildWeb, environment, installPackages, node, root } from './prepare.mjs';

installPackages();
buildWeb();
const browser = installBrowser();
if (!browser) console.error('No browser was found or could be installed. Set CHROME_PATH to a Chromium.');
const { status } = spawnSync(node, [join(root, 'bench/run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: environment(browser ? { CHROME_PATH: browser } : {}),
});
process.exit(status ?? 1);
