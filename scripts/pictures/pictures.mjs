// npm run pictures: regenerates the contact sheets in docs/pictures/sheets, one for each area of the person's pages. The browser tests
// of these pages take the screenshots (e2e/person-pages).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installBrowser, installChineseFont } from '../prepare-browser.mjs';
import { buildWeb, environment, installPackages, node, root } from '../prepare.mjs';

installPackages();
buildWeb();
installChineseFont();
const browser = installBrowser();
if (!browser) throw new Error('No browser was found or could be installed. Set CHROME_PATH to a Chromium.');
const pictures = join(root, '.cache/sheet-pictures');
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
const { status } = spawnSync(
  node,
  [
    ...['node_modules/playwright/cli.js', 'test', '--project=desktop'],
    ...['person-pages', 'plain-pages'].map((name) => `e2e/person-pages/${name}.spec.ts`),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: environment({ APP_ENV: 'test', CHROME_PATH: browser, SHEET_PICTURES: pictures }),
  },
);
const { composeSheet } = await import('./contact-sheet.ts');
for (const area of readdirSync(pictures))
  await composeSheet(join(pictures, area), join(root, 'docs/pictures/sheets', `${area}.webp`));
process.exit(status ?? 1);
