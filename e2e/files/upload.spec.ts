import { isInOrder } from '../axe.ts';
import { signed } from '../screens/dashboard-page.ts';
import { addFile, FilesPage, letter, paper } from '../screens/files-page.ts';
import { ScreenReader } from '../journeys/screen-reader.ts';
import { hold, megabyte } from './upload-parts.ts';
import { eachWidthOnce, expect, main, mainOnce, stopClock, test } from '../wattle.ts';
import { languages, rawKeysIn, saying } from '../words.ts';

for (const language of languages) {
  test.describe(`uploading, in ${language}`, () => {
    test.use({ language });

    test(`a directive is chosen, sent and saved, and the badge counts it ${eachWidthOnce(language)} [PROD-10, UPLOAD-01, UPLOAD-03, UPLOAD-08, UPLOAD-13, DASH-11, DASH-12, GAP-61] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn(signed());
      const files = new FilesPage(page, t, 'ACP');
      await files.open();
      await expect(files.dialog).toContainText(t('upload.lead.ACP'));
      await expect(files.dialog).toContainText(t('upload.limit.ACP', { count: 1, limit: '25 MB' }));
      await expect(files.list).toContainText(t('files.empty.ACP'));
      await isInOrder(page);

      // Disabled while nothing is chosen, and pressing it shows why.
      await expect(files.done).toBeDisabled();
      await files.done.click({ force: true });
      await expect(files.dialog.getByRole('alert').filter({ hasText: t('error.selectFiles') })).toBeVisible();

      await files.choose(paper());
      await expect(files.row('Directive.pdf')).toBeVisible();
      await expect(files.done).toBeEnabled();
      await expect(files.dialog.getByText(t('error.selectFiles'))).toHaveCount(0);
      await isInOrder(page);
      await files.done.click();
      await expect(files.row(t('upload.row.done', { file: 'Directive.pdf' }))).toBeVisible();
      await expect(page.getByText(t('success.fileSaved', { count: 1 }))).toBeVisible();
      await expect(files.listed('Directive.pdf')).toContainText(t('files.inUse'));
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await isInOrder(page);
      await files.dialog
        .getByRole('button', { name: t('common.close') })
        .last()
        .click();
      await expect(files.dialog).toBeHidden();
      await expect(files.opener).toContainText(t('dash.upload.count', { count: 1 }));
      await expect(files.opener).toBeFocused();
    });

    test(`an unsuitable file is dropped with an error for five seconds, which stays in the error summary [UPLOAD-05, UPLOAD-06, D-21] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      files,
    }) => {
      await page.clock.install();
      await signedIn(signed());
      await files.open();
      await stopClock(page);
      const types = t('upload.types.ADDITIONAL_DOCUMENT');
      const words = t('error.notSupported', { file: 'Beach holiday.heic', types });
      await files.choose(
        { name: 'Beach holiday.heic', mimeType: 'image/heic', buffer: Buffer.from('x') },
        letter(),
      );
      await expect(files.row('Letter.docx')).toBeVisible();
      await expect(files.dialog.locator('.file.bad')).toContainText(words);
      await expect(files.dialog.getByRole('alert').filter({ hasText: words })).toHaveCount(1);
      await page.clock.runFor(4_900);
      await expect(files.dialog.locator('.file.bad')).toBeVisible();
      await page.clock.runFor(200);
      await expect(files.dialog.locator('.file.bad')).toHaveCount(0);
      const summary = files.dialog.getByRole('group', { name: t('common.errorSummary', { count: 1 }) });
      await expect(summary).toContainText(words);
      await page.clock.runFor(60_000);
      await expect(summary).toBeVisible();
      await files.choose(paper('Will.pdf'));
      await expect(summary).toHaveCount(0);
    });
  });
}

test(`Done is disabled while a file is sent, its percentage is shown, and closing asks first [UPLOAD-04, UPLOAD-13] ${main}`, async ({
  page,
  t,
  app,
  signedIn,
  files,
}) => {
  const who = await signedIn(signed());
  await page.goto('/settings/general');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('menu.user.dashboard') })
    .click();
  await files.opener.click();
  const door = await hold(page, 2);
  await files.choose(paper('Long.pdf', 5 * megabyte));
  await files.done.dblclick();
  await expect(files.row('Long.pdf').getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[3-9]\d$/);
  await expect(files.dialog.getByText('1 file is still being sent.')).toBeVisible();
  const sending = files.dialog.getByRole('button', { name: t('common.sending'), exact: true });
  await expect(sending).toBeDisabled();
  await isInOrder(page);

  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: t('upload.closeAsk') });
  await question.getByRole('button', { name: t('upload.closeKeep') }).click();
  await expect(question).toBeHidden();
  await expect(files.dialog).toBeVisible();
  await page.goBack();
  await question.getByRole('button', { name: t('upload.closeKeep') }).click();
  await expect(page).toHaveURL('/dashboard');

  await files.dialog
    .getByRole('button', { name: t('common.close') })
    .first()
    .click();
  await question.getByRole('button', { name: t('upload.closeStop') }).click();
  await expect(files.dialog).toBeHidden();
  await expect(page.getByText(t('error.file.uploadStopped'))).toBeVisible();
  await door.open();
  // None of it is kept.
  const rows = () =>
    app.services.db
      .selectFrom('files')
      .select('id')
      .where('user_id', '=', who.userId)
      .where('is_questionnaire', '=', false)
      .execute();
  await expect.poll(rows).toEqual([]);
});

test(`the button shows Saved for five seconds, and then Done [UPLOAD-14] ${main}`, async ({
  page,
  t,
  signedIn,
}) => {
  await page.clock.install();
  await signedIn(signed());
  const files = new FilesPage(page, t, 'ACP');
  await files.open();
  await files.choose(paper());
  await files.done.click();
  const saved = files.dialog.getByRole('button', { name: t('upload.finished'), exact: true });
  await expect(saved).toBeVisible();
  await stopClock(page);
  await page.clock.runFor(4_000);
  await expect(saved).toBeVisible();
  await page.clock.runFor(1_500);
  await expect(files.dialog.getByRole('button', { name: t('upload.done'), exact: true })).toBeVisible();
});

test('a new directive replaces the one in use, which is announced beforehand; the old one is listed below [GAP-61]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  await addFile(app, who, paper('Old.pdf'), { category: 'ACP' });
  const files = new FilesPage(page, t, 'ACP');
  await files.open();
  await files.choose(paper('New.pdf'));
  await expect(files.dialog).toContainText(
    'This takes the place of Old.pdf. The old file is kept, but staff no longer see it.',
  );
  await files.done.click();
  await expect(files.listed('New.pdf')).toContainText('In use');
  await files.list.getByText('Show older files').click();
  await expect(files.listed('Old.pdf')).toContainText(/Replaced on \d\d\/\d\d\/\d\d/);
  await expect(files.listed('Old.pdf')).not.toContainText('In use');
});

test(`everything works by keyboard; focus moves to the fields of a chosen file, and saving is announced once [UPLOAD-01, UPLOAD-13] [S-104] ${main}`, async ({
  page,
  t,
  signedIn,
  files,
}) => {
  const screenReader = await ScreenReader.on(page);
  await signedIn(signed());
  await page.goto('/dashboard');
  await files.opener.focus();
  await page.keyboard.press('Enter');
  await expect(files.dialog).toBeVisible();
  const browse = files.dialog.getByRole('button', { name: t('upload.browseMany') });
  const chooser = page.waitForEvent('filechooser');
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(browse).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(paper('Will.pdf'));
  await expect(files.row('Will.pdf').getByRole('combobox')).toBeFocused();
  await expect(files.row('Will.pdf').getByRole('combobox')).toBeInViewport();
  await expect.poll(() => screenReader.lines).toContain(`(${t('upload.chosen', { count: 1 })})`);
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(files.done).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(files.listed('Will.pdf')).toBeVisible();
  await expect(files.dialog.getByRole('button', { name: t('upload.finished'), exact: true })).toBeVisible();
  await expect.poll(() => screenReader.lines.filter((line) => /saved/i.test(line)).length).toBe(1);
  await page.keyboard.press('Escape');
  await expect(files.dialog).toBeHidden();
  await expect(files.opener).toBeFocused();
});

test('a person who writes on behalf sees texts about the person in the dialog of the directive [GAP-63]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn({ accountOwner: 'child', ...signed() });
  const files = new FilesPage(page, t, 'ACP');
  await files.open();
  await expect(files.dialog).toContainText(
    saying(t('upload.lead.ACPOnBehalf', { person: 'Margaret Doyle' })),
  );
  await expect(
    files.dialog.getByRole('region', { name: t('files.titleOnBehalf', { person: 'Margaret Doyle' }) }),
  ).toBeVisible();
});
