import { isInOrder, settled } from '../axe.ts';
import { eachWidthOnce, expect, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test(
      'a visitor opens the licences of third parties from help, and reads one in both themes',
      { tag: eachWidthOnce(language) },
      async ({ page, t }) => {
        await page.goto('/need-help');
        await page.getByRole('link', { name: t('help.licences'), exact: true }).click();
        await expect(page).toHaveURL('/licences');
        await expect(page.getByRole('heading', { level: 1 })).toContainText(t('help.licences'));
        await expect(page.getByRole('heading', { level: 2 })).toContainText([
          t('licences.works'),
          t('licences.packages'),
        ]);
        const summary = page.locator('summary', { hasText: 'react-dom' });
        const text = page.locator('details', { has: summary }).locator('pre');
        await expect(text).toBeHidden();
        await summary.click();
        await expect(text).toContainText('Copyright (c) Meta Platforms, Inc. and affiliates.');
        await expect(text).toBeVisible();
        await isInOrder(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await settled(page, 'dark');
        await isInOrder(page);
        await page.setViewportSize({ width: 320, height: 256 });
        await isInOrder(page);
      },
    );
  });
}
