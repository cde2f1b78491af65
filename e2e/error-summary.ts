import type { Locator, Page } from '@playwright/test';

/** The error summary at the top of a form: the group that takes focus after a failed try. */
export const errorSummary = (inside: Page | Locator): Locator =>
  inside.getByRole('group', { name: /^There (is|are) \d+ things? to fix$|^有 \d+ 处需要改正$/ });
