import { defineConfig } from '@playwright/test';
import { mainProject, screens } from './e2e/tags.ts';
import config from './playwright.config.ts';

/** The browser tests of `npm test`, each at one width (docs/decisions/0061). */
export default defineConfig({
  ...config,
  grep: /@main/,
  projects: [{ name: mainProject, use: screens.desktop }],
});
