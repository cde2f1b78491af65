// Which tests `npm test` runs; `npm run test:all` runs all (docs/decisions/0061).

/** The projects of vitest.config.ts without `long`. */
export const mainVitest = ['--project', 'together', '--project', 'apart'];

/** The browser tests with the tag `main` of e2e/tags.ts, each at one width. */
export const mainPlaywright = ['--config', 'playwright.main.config.ts'];

/** The final line that shows which tests ran. */
export const whichRan = (everything) =>
  everything
    ? 'Every test ran; `npm test` runs the main set alone.'
    : 'The main set ran: it proves every row of the requirement that any test proves. `npm run test:all` runs everything.';
