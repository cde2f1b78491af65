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

/** Returns the environment in the type that Playwright requires. */
const definedVariables = () =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './testing/database/database-cluster.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // One more than two cores, because workers often wait for their browsers.
  workers: 3,
  // Long timeouts and retries, because a busy machine is slow.
  timeout: 120_000,
  retries: 2,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    // Animations cost processor time, and tests would wait for them. e2e/journeys/journey.spec.ts runs with them.
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
