import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { isInOrder } from '../axe.ts';
import { signed } from '../screens/dashboard-page.ts';
import { addFile, FilesPage, film, letter, paper, photo } from '../screens/files-page.ts';
import { asks, eachWidthOnce, escapeFrom, expect, main, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const megabyte = 1024 * 1024;

/** Makes the server refuse one GraphQL operation. */
async function refuse(page: Page, name: string): Promise<void> {
  await page.route('**/api/graphql', (route) =>
    asks(name)(route.request())
      ? route.fulfill({
          json: { data: null, errors: [{ message: 'x', extensions: { code: 'general_error' } }] },
        })
      : route.fallback(),
  );
}

for (const language of languages) {
  test.describe(`the files of a person, in ${language}`, () => {
    test.use({ language });

    test(`are listed with their details and actions ${eachWidthOnce(language)} [GAP-63, DASH-12] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
      files,
    }) => {
      const who = await signedIn(signed());
      const note = 'Signed at the hospital on 4 May';
      await addFile(app, who, paper('Goals of care.pdf', 1_300_000), { documentType: 'GOALS_OF_CARE', note });
      await addFile(app, who, letter());
      await page.goto('/dashboard');
      await expect(files.opener).toContainText(t('dash.upload.count', { count: 2 }));
      await files.open();
      const row = files.listed('Goals of care.pdf');
      await expect(row).toContainText(t('upload.docType.GOALS_OF_CARE'));
      await expect(row).toContainText(note);
      await expect(row).toContainText('1.2 MB');
      await expect(row).toContainText(t('files.sharedWith', { count: 0 }));
      for (const key of ['files.preview', 'files.download', 'files.delete'] as const)
        await expect(files.button(key, 'Goals of care.pdf', row)).toBeEnabled();
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await isInOrder(page);
    });

    test(`a Word document has no preview, and a dialog shows a message about it [FILE-04, GAP-65] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
      files,
    }) => {
      await addFile(app, await signedIn(signed()), letter());
      await files.open();
      const preview = files.button('files.preview', 'Letter.docx', files.list);
      await preview.click();
      const said = page.getByRole('dialog', { name: t('error.wordPreview.title') });
      await expect(said).toContainText(t('error.wordPreview.content'));
      await isInOrder(page);
      await said.getByRole('button', { name: t('error.wordPreview.button'), exact: true }).click();
      await expect(said).toBeHidden();
      await expect(preview).toBeFocused();
    });
  });
}

test('a preview opens in a new tab and shows the file [FILE-03]', async ({ page, app, signedIn, files }) => {
  await addFile(app, await signedIn(signed()), await photo());
  await files.open();
  const opening = page.waitForEvent('popup');
  await files.button('files.preview', 'Photo.png', files.list).click();
  const shown = await opening;
  await shown.waitForURL('**/api/file-download/*');
  expect(await shown.evaluate(`document.images[0]?.naturalWidth`)).toBe(60);
  expect(await shown.evaluate('window.opener')).toBeNull();
  await expect(files.dialog).toBeVisible();
});

test(`a preview that fails, or that the browser blocks, shows an error [ERR-40, FILE-03] ${main}`, async ({
  page,
  t,
  app,
  signedIn,
  files,
}) => {
  await addFile(app, await signedIn(signed()), paper('Will.pdf'));
  await files.open();
  const preview = files.button('files.preview', 'Will.pdf', files.list);
  await page.evaluate(`window.__open = window.open; window.open = () => null`);
  await preview.click();
  await expect(files.list.getByRole('alert').filter({ hasText: t('files.previewBlocked') })).toBeVisible();
  await page.evaluate(`window.open = window.__open`);
  await refuse(page, 'generateS3Url');
  const opening = page.waitForEvent('popup');
  await preview.click();
  const shown = await opening;
  await expect(
    files.list.getByRole('alert').filter({
      hasText: 'We could not open a preview. Download the file to read it.',
    }),
  ).toBeVisible();
  expect(shown.isClosed()).toBe(true);
  await isInOrder(page);
});

test('a download shows its percentage, and saves identical bytes under the file’s name [FILE-02, FILE-06]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const given = film('Wishes 2026.mp4', 6 * megabyte);
  await addFile(app, await signedIn(signed()), given, { category: 'WISHES' });
  const files = new FilesPage(page, t, 'WISHES');
  await files.open();
  // Slow enough for its percentage to be visible.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 2 * megabyte,
    uploadThroughput: -1,
  });
  const coming = page.waitForEvent('download');
  const button = files.button('files.download', 'Wishes 2026.mp4', files.list);
  await button.click();
  await expect(files.list.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^Downloading, \d+%$/);
  await expect(files.list).toContainText(/Downloading, \d+%/);
  const file = await coming;
  expect(file.suggestedFilename()).toBe('Wishes 2026.mp4');
  expect((await readFile(await file.path())).equals(given.buffer)).toBe(true);
  await expect(files.list.getByRole('button', { name: t('files.downloadState.success') })).toBeVisible();
  await expect(files.list.getByRole('progressbar')).toHaveCount(0);
  await expect(button).toBeVisible();
});

test(`a download that gets no link, or is interrupted, shows the error of its source, and can be retried [ERR-39, FILE-06] ${main}`, async ({
  page,
  app,
  signedIn,
  files,
}) => {
  await addFile(app, await signedIn(signed()), paper('Will.pdf'));
  await files.open();
  await refuse(page, 'generateS3Url');
  await files.button('files.download', 'Will.pdf', files.list).click();
  const said = files.list.getByRole('alert').filter({ hasText: 'Download failed!' });
  await expect(said).toBeVisible();
  await isInOrder(page);
  await page.unroute('**/api/graphql');
  await page.route('**/api/file-download/*', (route) =>
    route.fulfill({ status: 503, json: { ok: false, error: 'unavailable' } }),
  );
  await expect(files.button('files.download', 'Will.pdf', files.list)).toBeVisible();
  await files.button('files.download', 'Will.pdf', files.list).click();
  await expect(said).toBeVisible();
  await page.unroute('**/api/file-download/*');
  const coming = page.waitForEvent('download');
  await expect(files.button('files.download', 'Will.pdf', files.list)).toBeVisible();
  await files.button('files.download', 'Will.pdf', files.list).click();
  await expect(said).toHaveCount(0);
  expect((await coming).suggestedFilename()).toBe('Will.pdf');
});

test('a document from the care provider is labelled, cannot be deleted, and is downloaded by its key in a new tab [FILE-07, FILE-08]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const id = await addFile(app, await signedIn(signed()), paper('From the provider.pdf'), {
    category: 'ACP',
  });
  await app.services.db.updateTable('files').set({ is_eol: true }).where('id', '=', id).execute();
  const files = new FilesPage(page, t, 'ACP');
  await files.open();
  const row = files.listed('From the provider.pdf');
  await expect(row).toContainText('Came from your care provider');
  await expect(files.button('files.delete', 'From the provider.pdf', row)).toHaveCount(0);
  // On the page or the new tab: a tab that is only a download may close before it is known.
  const coming = page.context().waitForEvent('download');
  const opening = page.context().waitForEvent('page');
  const asking = page
    .context()
    .waitForEvent('request', (request) => request.url().includes('/api/file-download/eol?fileKey='));
  await row.getByRole('button', { name: 'Download From the provider.pdf (opens in a new tab)' }).click();
  await Promise.all([opening, asking]);
  expect((await coming).suggestedFilename()).toBe('From the provider.pdf');
});

test('when the files cannot be loaded the dialog shows it and retries; uploading works meanwhile [GAP-63]', async ({
  page,
  t,
  signedIn,
  files,
}) => {
  await signedIn(signed());
  await refuse(page, 'getFiles');
  await files.open();
  await expect(files.list.getByRole('alert')).toContainText(t('error.general_error'));
  await files.choose(paper('Will.pdf'));
  await files.done.click();
  await expect(files.row(t('upload.row.done', { file: 'Will.pdf' }))).toBeVisible();
  await page.unroute('**/api/graphql');
  await files.list.getByRole('button', { name: t('common.tryAgain') }).click();
  await expect(files.listed('Will.pdf')).toBeVisible();
});

test('sharing leads to the access of each trusted contact, or first to adding one [GAP-63]', async ({
  page,
  app,
  signedIn,
  files,
}) => {
  const who = await signedIn(signed());
  await addFile(app, who, paper('Will.pdf'));
  await files.open();
  const share = files.button('files.share', 'Will.pdf', files.list);
  await share.click();
  const dialog = page.getByRole('dialog', { name: 'Share Will.pdf' });
  await expect(dialog).toContainText('Choose who can see it.');
  await isInOrder(page);
  await escapeFrom(page, dialog);
  await expect(share).toBeFocused();
  await share.click();
  await dialog.getByRole('link', { name: /What Daniel Doyle can see/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What Daniel Doyle can see');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Will.pdf');

  await app.services.db.deleteFrom('trusted_contacts').where('user_id', '=', who.userId).execute();
  await files.open();
  await share.click();
  await expect(dialog).toContainText('Add a trusted contact first.');
  await dialog.getByRole('link', { name: 'Add a trusted contact' }).click();
  await expect(page).toHaveURL('/trusted-contacts');
});
