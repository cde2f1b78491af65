import { signed } from '../screens/dashboard-page.ts';
import { addFile, FilesPage, paper } from '../screens/files-page.ts';
import { expect, test } from '../wattle.ts';

test('one that was deleted in another tab meanwhile is deleted: nothing is said to have failed [GAP-63]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  await addFile(app, who, paper(), { category: 'ACP' });
  const files = new FilesPage(page, t, 'ACP');
  await files.open();
  await files.button('files.delete', 'Directive.pdf', files.list).click();
  await app.services.db.deleteFrom('files').where('user_id', '=', who.userId).execute();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.delete') })
    .click();
  await expect(page.getByText(t('success.fileDeleted'))).toBeVisible();
  await expect(files.list).toContainText(t('files.empty.ACP'));
});

test('the signed plan is not a file to delete, and is not taken for the directive in use [GAP-61]', async ({
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
