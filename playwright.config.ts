import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { isExhaustive, repeated, screens } from './e2e/tags.ts';

const browser = [
  process.env['CHROME_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

const leftOut = (screen: keyof typeof screens) => (isExhaustive ? [] : repeated[screen]);

/** The environment, as Playwright's type wants it. */
const definedVariables = () =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './testing/database/database-cluster.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // On two cores: one worker more than cores, as each waits now and then for its browser.
  workers: 3,
  // A busy machine is slow, not wrong: waits are long, and one failure is looked at again.
  timeout: 120_000,
  retries: 2,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    // What moves is drawn again and again, and waited for. The journeys let it move (e2e/journeys/journey.spec.ts).
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      // Without a UTF-8 locale Chromium cannot give a downloaded file a Chinese name.
      env: { ...definedVariables(), LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: [/@phone/, ...leftOut('desktop')], use: screens.desktop },
    { name: 'mobile', grep: /@phone|@both-widths/, grepInvert: [...leftOut('mobile')], use: screens.mobile },
  ],
});
