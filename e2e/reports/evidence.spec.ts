import { readFileSync } from 'node:fs';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';
import { reportHouse } from './report-people.ts';

for (const language of languages) {
  test.describe(`evidence for an assessor, in ${language}`, () => {
    test.use({ language });

    test(
      `is one press away on the reports of a provider, and needs a provider on those of the platform [GAP-114, D-46] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const { house } = await reportHouse(app, `Melaleuca Court ${language}`);
        await signedIn({ role: 'provideradmin', providerId: house });
        await page.goto('/provider/reports/audit');
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { name: t('evidence.title') })).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        const [paper] = await Promise.all([
          page.waitForEvent('download'),
          main.getByRole('link', { name: t('evidence.download') }).click(),
        ]);
        expect(paper.suggestedFilename()).toMatch(/^evidence-\d{4}-\d\d-\d\d\.pdf$/);
        const bytes = readFileSync(await paper.path());
        expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
        await page.goto('/provider/reports/company?below=without');
        await expect(main.getByRole('link', { name: t('evidence.download') })).toHaveAttribute(
          'href',
          '/api/reports/evidence.pdf?below=without',
        );
        await signedIn({ role: 'tlcadmin' });
        await page.goto('/admin/reports/acp-audit');
        await expect(main.getByText(t('evidence.choose'))).toBeVisible();
        await expect(main.getByRole('link', { name: t('evidence.download') })).toHaveCount(0);
        await page.goto(`/admin/reports/acp-audit?provider_id=${house}`);
        await expect(main.getByRole('link', { name: t('evidence.download') })).toBeVisible();
      },
    );
  });
}
