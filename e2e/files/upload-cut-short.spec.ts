import { writeFile } from 'node:fs/promises';
import { isInOrder } from '../axe.ts';
import { signed } from '../screens/dashboard-page.ts';
import { FilesPage, film, paper, photo } from '../screens/files-page.ts';
import { hold, megabyte, noteParts, parts } from './upload-parts.ts';
import { asks, expect, test } from '../wattle.ts';

test('an upload continues automatically when the connection returns, with the part that was interrupted [UPLOAD-13]', async ({
  page,
  context,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const files = new FilesPage(page, t, 'WISHES');
  await files.open();
  const door = await hold(page, 3);
  const sent = noteParts(page);
  await files.choose(film('Wishes.mp4', 9 * megabyte));
  await files.done.click();
  await expect.poll(() => sent.at(-1)).toBe(3);
  await context.setOffline(true);
  await door.open();
  await expect(files.row('Wishes.mp4')).toContainText(t('upload.row.noConnection', { file: 'Wishes.mp4' }));
  await context.setOffline(false);
  await expect(files.row(t('upload.row.done', { file: 'Wishes.mp4' }))).toBeVisible();
  expect(sent.filter((n) => n < 3)).toEqual([1, 2]);
  expect(new Set(sent)).toEqual(new Set([1, 2, 3, 4, 5]));
  await expect(files.listed('Wishes.mp4')).toBeVisible();
});

test('after a closed tab the upload is listed, and choosing the same file continues after the parts that arrived [UPLOAD-13]', async ({
  page,
  context,
  t,
  signedIn,
}, testInfo) => {
  const path = testInfo.outputPath('Wishes.mp4');
  await writeFile(path, film('Wishes.mp4', 9 * megabyte).buffer);
  await signedIn(signed());
  const files = new FilesPage(page, t, 'WISHES');
  await files.open();
  await page.route(parts, (route) =>
    /\/[123]$/.test(route.request().url()) ? route.continue() : route.abort(),
  );
  await files.choose(path);
  await files.done.click();
  await expect(files.row('Wishes.mp4')).toContainText(t('upload.row.noConnection', { file: 'Wishes.mp4' }));
  await page.close();

  const later = await context.newPage();
  const again = new FilesPage(later, t, 'WISHES');
  await again.open();
  const unfinished = again.dialog.getByRole('region', { name: t('upload.unfinished.title') });
  await expect(unfinished).toContainText('Wishes.mp4');
  await expect(unfinished).toContainText('66% arrived');
  await isInOrder(later);
  const after = noteParts(later);
  await again.choose(path);
  await expect(unfinished).toHaveCount(0);
  await expect(again.row('Wishes.mp4')).toContainText('66% sent');
  await again.done.click();
  await expect(again.row(t('upload.row.done', { file: 'Wishes.mp4' }))).toBeVisible();
  expect(after).toEqual([4, 5]);
});

test('another file with the same name and size does not continue the first, and an incomplete upload can be cancelled [UPLOAD-13]', async ({
  page,
  t,
  app,
  signedIn,
}, testInfo) => {
  const path = testInfo.outputPath('Directive.pdf');
  await writeFile(path, paper('Directive.pdf', 3 * megabyte).buffer);
  const who = await signedIn(signed());
  const files = new FilesPage(page, t, 'ACP');
  await files.open();
  const door = await hold(page, 2);
  const sent = noteParts(page);
  await files.choose(path);
  await files.done.click();
  await expect.poll(() => sent).toEqual([1, 2]);
  // The browser asks before the page is closed.
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await files.open();
  expect(asked).toEqual(['beforeunload']);
  await door.open();
  await writeFile(
    path,
    paper('Directive.pdf', 3 * megabyte)
      .buffer.toString('latin1')
      .replaceAll('wattle', 'banana'),
  );
  await files.choose(path);
  sent.length = 0;
  await files.done.click();
  await expect(files.row(t('upload.row.done', { file: 'Directive.pdf' }))).toBeVisible();
  expect(sent).toEqual([1, 2]);
  const unfinished = files.dialog.getByRole('region', { name: t('upload.unfinished.title') });
  await files.button('upload.unfinished.remove', 'Directive.pdf', unfinished).click();
  await expect(unfinished).toHaveCount(0);
  const waiting = await app.services.db
    .selectFrom('file_uploads')
    .innerJoin('files', 'files.id', 'file_uploads.file_id')
    .select('files.id')
    .where('files.user_id', '=', who.userId)
    .execute();
  expect(waiting).toEqual([]);
});

test('an unavailable store is reported within five seconds, and sending again continues [GAP-61]', async ({
  page,
  t,
  signedIn,
  files,
}) => {
  await signedIn(signed());
  await files.open();
  let isDown = true;
  await page.route(parts, (route) =>
    isDown
      ? route.fulfill({
          status: 503,
          json: {
            ok: false,
            error: 'unavailable',
            fields: [{ field: 'file', message: 'error.file.storageDown' }],
          },
        })
      : route.continue(),
  );
  await files.choose(paper('Will.pdf'), paper('Letter.pdf'));
  await files.done.click();
  await expect(files.row('Will.pdf')).toContainText(t('error.file.storageDown'), { timeout: 5_000 });
  await expect(files.row('Letter.pdf')).toContainText(t('error.file.storageDown'));
  await expect(files.dialog.getByRole('button', { name: t('upload.failed') })).toBeVisible();
  await isInOrder(page);
  isDown = false;
  await files
    .row('Will.pdf')
    .getByRole('button', { name: t('upload.row.again') })
    .click();
  await expect(files.row(t('upload.row.done', { file: 'Will.pdf' }))).toBeVisible();
  await expect(files.listed('Will.pdf')).toBeVisible();
});

test('a lost response creates no second file [UPLOAD-13]', async ({ page, t, app, signedIn, files }) => {
  const who = await signedIn(signed());
  await files.open();
  let lost = 0;
  await page.route('**/api/graphql', async (route) => {
    const isOne = asks('insertFile')(route.request()) || asks('activateFile')(route.request());
    if (!isOne || lost >= 2) return route.fallback();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await files.choose(await photo());
  await files.done.click();
  await expect(files.row(t('upload.row.done', { file: 'Photo.png' }))).toBeVisible();
  const kept = await app.services.db
    .selectFrom('files')
    .select(['file_name', 'is_active'])
    .where('user_id', '=', who.userId)
    .where('is_questionnaire', '=', false)
    .execute();
  expect(kept).toEqual([{ file_name: 'Photo.png', is_active: true }]);
});
