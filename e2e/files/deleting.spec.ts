import { signed } from '../screens/dashboard-page.ts';
import { addFile, FilesPage, paper } from '../screens/files-page.ts';
import { isInOrder } from '../axe.ts';
import { escapeFrom, expect, mainOnce, test as base } from '../wattle.ts';
import { languages } from '../words.ts';
import type { TestPerson } from '../../testing/people.ts';

/** A person with a signed plan and a single directive, which is a file, at the dialog of their directives. */
const test = base.extend<{ withDirective: { who: TestPerson; files: FilesPage } }>({
  withDirective: async ({ app, page, t, signedIn }, use) => {
    const who = await signedIn(signed());
    await addFile(app, who, paper(), { category: 'ACP' });
    const files = new FilesPage(page, t, 'ACP');
    await files.open();
    await use({ who, files });
  },
});

for (const language of languages) {
  test.describe(`a file of a person, in ${language}`, () => {
    test.use({ language });

    test(`is deleted after a confirmation, which says if it is the only directive [GAP-63] ${mainOnce(language)}`, async ({
      page,
      t,
      withDirective: { files },
    }) => {
      const button = files.button('files.delete', 'Directive.pdf', files.list);
      await button.click();
      const question = page.getByRole('alertdialog', {
        name: t('confirm.fileDelete.title', { file: 'Directive.pdf' }),
      });
      await expect(question).toContainText(t('confirm.fileDelete.body'));
      await expect(question).toContainText(t('files.deleteLast'));
      await isInOrder(page);
      await escapeFrom(page, question);
      await expect(files.listed('Directive.pdf')).toBeVisible();
      await button.click();
      await question.getByRole('button', { name: t('common.delete') }).dblclick();
      await expect(page.getByText(t('success.fileDeleted'))).toBeVisible();
      await expect(files.list).toContainText(t('files.empty.ACP'));
      await expect(files.list.getByRole('heading')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(files.opener).toContainText(t('dash.upload.count', { count: 0 }));
    });
  });
}

test('a file that was deleted in another tab meanwhile counts as deleted: no error is shown [GAP-63]', async ({
  page,
  t,
  app,
  withDirective: { who, files },
}) => {
  await files.button('files.delete', 'Directive.pdf', files.list).click();
  await app.services.db.deleteFrom('files').where('user_id', '=', who.userId).execute();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.delete') })
    .click();
  await expect(page.getByText(t('success.fileDeleted'))).toBeVisible();
  await expect(files.list).toContainText(t('files.empty.ACP'));
});

test('the signed plan cannot be deleted as a file, and is not shown as the directive in use [GAP-61]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const files = new FilesPage(page, t, 'ACP');
  await files.open();
  await files.choose(paper());
  await expect(files.dialog.getByText('This takes the place of')).toHaveCount(0);
  await expect(files.list.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});
