import { longDate, melbourneDate } from '../../src/domain/fields.ts';
import { fullAnswers } from '../../testing/people.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { saveElsewhere, savedPlan, signed } from '../saved-plan.ts';
import { eachWidthOnce, expect, test } from '../wattle.ts';
import { languages } from '../words.ts';

const music = 'Please play music in the mornings.';
const radio = 'Please play the radio in the mornings.';

for (const language of languages) {
  test.describe(`the versions of a plan, in ${language}`, () => {
    test.use({ language });

    test(`are opened as they were signed, are marked as replaced, and can be compared side by side ${eachWidthOnce(language)} [R-43] [D-41] [QEDIT-09]`, async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn({
        plan: { status: 'complete', answers: { ...fullAnswers(), explanations: music } },
      });
      await saveElsewhere(app, who, { explanations: radio });
      const { updated_at } = await savedPlan(app, who);
      await saveElsewhere(app, who, {
        receiveCare: 'where easiest for family',
        dependentDaily_note: 'As long as someone I know helps me.',
      });
      const main = page.getByRole('main');
      const link = (key: 'versions.row.open' | 'versions.row.compare', version: number) =>
        main.getByRole('link', { name: t(key, { version }), exact: true });

      await page.goto('/my-acp');
      await main.getByRole('link', { name: t('versions.title') }).click();
      await expect(link('versions.row.compare', 3)).toBeVisible();
      await expect(link('versions.row.open', 3)).toHaveCount(0);
      await expect(link('versions.row.compare', 1)).toHaveCount(0);
      expect(await axeFindings(page)).toEqual([]);
      await link('versions.row.open', 1).click();
      await expect(page).toHaveURL('/my-acp/versions/1');
      const date = longDate(melbourneDate(updated_at), language);
      const replaced =
        language === 'en'
          ? `Not in force: version 1 of this plan was replaced on ${date} by version 2.`
          : `本文件已失效：这份计划的第 1 版已于 ${date} 被第 2 版取代。`;
      await expect(main.getByText(replaced)).toBeVisible();
      await expect(main.getByText(music)).toBeVisible();
      await expect(main.getByText(radio)).toBeHidden();
      await expect(
        main.getByRole('img', { name: t('signatureImage.alt', { name: 'Margaret Doyle' }) }),
      ).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysBy(page)).toBe(0);
      const asked = page.waitForRequest(/plan\.pdf/);
      await main.getByRole('button', { name: t('myAcp.pdf') }).click();
      expect((await asked).url()).toContain('/api/acp/plan.pdf?version=1');

      await link('versions.row.compare', 2).click();
      await expect(page).toHaveURL('/my-acp/compare?from=1&to=2');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('versions.compare.title'));
      const changes = main.getByRole('region');
      await expect(main.getByText(t('versions.compare.count', { count: 1 }))).toBeVisible();
      await expect(changes).toHaveCount(1);
      await expect(changes.locator('del')).toContainText('music');
      await expect(changes.locator('ins')).toContainText('the radio');
      await main.getByLabel(t('versions.compare.after')).focus();
      await main.getByLabel(t('versions.compare.after')).selectOption('3');
      await expect(page).toHaveURL('/my-acp/compare?from=1&to=3');
      await expect(main.getByText(t('versions.compare.count', { count: 2 }))).toBeVisible();
      await expect(main.getByText(t('versions.compare.notes', { count: 1 }))).toBeVisible();
      await expect(changes).toHaveCount(3);
      await expect(main.getByLabel(t('versions.compare.after'))).toBeFocused();
      await expect(changes.filter({ hasText: 'someone I know' })).toContainText(t('versions.compare.noNote'));
      await main.getByText(t('versions.compare.showSame')).click();
      await expect(main.getByText(t('review.name'), { exact: true }).first()).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysBy(page)).toBe(0);
    });
  });
}

test('the number of the current version, or of a version that never existed, redirects to the right page [R-43]', async ({
  page,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  await page.goto('/my-acp/compare?from=1&to=2');
  await expect(page.getByText('There is only one version so far.')).toBeVisible();
  await saveElsewhere(app, who, { explanations: radio });
  for (const [version, place] of [
    ['2', '/care-plan'],
    ['99', '/my-acp/edit'],
    ['0', '/my-acp/edit'],
    ['one', '/my-acp/edit'],
  ]) {
    await page.goto(`/my-acp/versions/${version}`);
    await expect(page).toHaveURL(String(place));
  }
  await page.goto('/my-acp/compare?from=9&to=x');
  await expect(page.getByLabel('Before')).toHaveValue('1');
  await expect(page.getByLabel('Now', { exact: true })).toHaveValue('2');
  await expect(page.getByRole('main').getByText('1 answer changed.')).toBeVisible();
});
