import { longDate, melbourneDate } from '../../src/domain/fields.ts';
import { insertFile } from '../../testing/customer-files.ts';
import { fullAnswers } from '../../testing/people.ts';
import { readCode } from '../../testing/read-code.ts';
import { renewCardPath } from '../../src/domain/plan/emergency/renew-card.ts';
import { isInOrder } from '../axe.ts';
import { signed } from '../screens/dashboard-page.ts';
import { cardOf } from '../screens/emergency-card.ts';
import { addFile, FilesPage, paper } from '../screens/files-page.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

for (const language of languages) {
  test.describe(`a person with a directive and no signed plan, in ${language}`, () => {
    test.use({ language });

    test(`has a card on the dashboard as soon as the directive is saved, and its page shows the paper ${eachWidthOnce(language)} [UPLOAD-20] [S-60] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn({ firstName: 'Margaret', lastName: 'Doyle', dob: '1941-05-04' });
      await page.goto('/dashboard');
      const card = page.getByRole('main').getByRole('region', { name: t('dash.signed.card'), exact: true });
      await expect(page.getByText(t('dash.manage.later'))).toBeVisible();
      await expect(card).toHaveCount(0);

      const files = new FilesPage(page, t, 'ACP');
      await files.open();
      await files.choose(paper());
      await files.done.click();
      await expect(files.listed('Directive.pdf')).toContainText(t('files.inUse'));
      await page.keyboard.press('Escape');

      await expect(card.getByText(t('card.directive.heading'))).toBeVisible();
      await expect(card.getByText(t('card.directive.opens'))).toBeVisible();
      await expect(page.getByText(t('dash.manage.planLater'))).toBeVisible();
      const { url } = await cardOf(app, who);
      expect(await readCode(await card.getByRole('img').screenshot())).toBe(url);
      await isInOrder(page);

      await page.evaluate('window.print = () => {}');
      await card.getByRole('button', { name: t('card.short.print') }).click();
      const printed = await page.locator('body > [aria-hidden=true]', { hasText: 'PIN' }).textContent();
      const added = longDate(melbourneDate(new Date()), 'en');
      // The card has English first, in both languages of the page.
      expect(printed).toContain('Emergency: I have an advance care directive');
      expect(printed).toContain(`Directive, added ${added}. Scan to see if there is a plan too.`);
      expect(printed).toContain('Scan to read the directive that I signed, and to see who to call.');
      expect(printed).not.toContain('Version');

      await card.getByRole('button', { name: t('card.short.show') }).click();
      const dialog = page.getByRole('dialog', { name: t('card.page.title') });
      await expect(dialog.getByText(who.pin.slice(0, 3), { exact: true })).toBeVisible();
      await expect(dialog.getByText(t('card.page.directiveHint'))).toBeVisible();
      await isInOrder(page);
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await page.keyboard.press('Escape');

      await page.goto(renewCardPath);
      await expect(page.getByRole('alertdialog', { name: t('card.renewConfirm.title') })).toBeVisible();
      await page.keyboard.press('Escape');
      await isInOrder(page);

      await page.goto(`${url}${language === 'zh' ? '?lang=zh' : ''}`);
      await page.getByRole('textbox').fill(who.pin);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
      await expect(page.getByText(t('emergency.directive.title', { firstName: 'Margaret' }))).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: /Directive\.pdf/ }).click();
      expect((await download).suggestedFilename()).toBe('Directive.pdf');
      await isInOrder(page);
    });

    test(`sees on My plan, once, whether the directive or the signed plan is newer, and so do staff ${eachWidthOnce(language)} [UPLOAD-21] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn(signed());
      await addFile(app, who, paper(), { category: 'ACP' });
      const day = longDate(melbourneDate(new Date()), language);
      await page.goto('/my-acp');
      const line = t('myAcp.directive.sameDay', { papers: 'Directive.pdf', added: day });
      await expect(page.getByRole('main').getByText(line)).toHaveCount(1);
      await expect(page.getByRole('main')).toContainText(t('myAcp.directive.both'));
      await isInOrder(page);
      const { url } = await cardOf(app, who);
      await page.goto(`${url}${language === 'zh' ? '&lang=zh' : ''}`);
      await page.getByRole('textbox').fill(who.pin);
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(t('emergency.directive.sameDay', { papers: 'Directive.pdf', added: day })),
      ).toBeVisible();
      await isInOrder(page);
    });
  });
}

test('a person with only a paper that staff added, and nothing signed, sees no card of their own and no error [UPLOAD-20]', async ({
  page,
  t,
  signedIn,
  app,
}) => {
  const who = await signedIn({ plan: { status: 'draft', answers: fullAnswers() } });
  await insertFile(app.services, who.userId, { is_eol: true });
  await page.goto('/dashboard');
  const content = page.getByRole('main');
  await expect(content.getByText(t('dash.upload.count', { count: 1 }))).toBeAttached();
  await expect(content.getByText(t('dash.manage.later'))).toBeVisible();
  await expect(content.getByRole('region', { name: t('dash.signed.card'), exact: true })).toHaveCount(0);
  await expect(content.getByRole('alert')).toHaveCount(0);
});

for (const accountOwner of [undefined, 'child'])
  test(`a person whose plan consists of papers that staff added sees that there is no card, ${accountOwner ? 'as a writer on behalf' : 'as the person'} [UPLOAD-20] [R-31]`, async ({
    page,
    t,
    signedIn,
    app,
  }) => {
    const who = await signedIn(accountOwner ? { accountOwner } : {});
    await insertFile(app.services, who.userId, { is_eol: true });
    await app.services.db
      .updateTable('acps')
      .set({ external: true })
      .where('user_id', '=', who.userId)
      .execute();
    await page.goto('/dashboard');
    const content = page.getByRole('main');
    const words = accountOwner ? 'dash.onBehalf.manage.papers' : 'dash.manage.papers';
    await expect(content.getByText(t(words))).toBeVisible();
    await expect(content.getByText(t('dash.manage.later'))).toHaveCount(0);
    await expect(content.getByRole('region', { name: t('dash.signed.card'), exact: true })).toHaveCount(0);
  });
