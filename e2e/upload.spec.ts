import { writeFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { isInOrder } from './axe.ts';
import { signed } from './dashboard-page.ts';
import { addFile, FilesPage, film, letter, paper, photo } from './files-page.ts';
import { asks, bothWidths, expect, noteRequests, phone, stopClock, test } from './wattle.ts';
import { languages, rawKeysIn, saying } from './words.ts';

const megabyte = 1024 * 1024;
const parts = '**/api/files/*/parts/*';

/** Which parts go out, by number, from now on. */
function noteParts(page: Page): number[] {
  const sent: number[] = [];
  page.on('request', (request) => {
    const [, n] = /\/parts\/(\d+)$/.exec(request.url()) ?? [];
    if (n) sent.push(Number(n));
  });
  return sent;
}

/** Lets parts wait at the door from part `n` on, until `open` is called. */
async function hold(page: Page, n: number): Promise<{ open: () => Promise<void> }> {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(parts, (route) => {
    const part = Number(/\d+$/.exec(route.request().url())?.[0]);
    if (isOpen || part < n) return route.continue();
    waiting.push(route);
    return undefined;
  });
  return {
    async open() {
      isOpen = true;
      await Promise.all(waiting.map((route) => route.continue().catch(() => {})));
    },
  };
}

for (const language of languages) {
  test.describe(`uploading, in ${language}`, () => {
    test.use({ language });

    test(`a directive is chosen, sent and saved, and the badge counts it ${bothWidths} [UPLOAD-01, UPLOAD-03, UPLOAD-08, UPLOAD-13, DASH-11, DASH-12, GAP-61]`, async ({
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

      // Off while nothing is chosen, and it says why when it is pressed all the same.
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

    test('what cannot be taken is dropped with an error of five seconds, which stays among what is to fix [UPLOAD-05, UPLOAD-06, D-21]', async ({
      page,
      t,
      signedIn,
    }) => {
      await page.clock.install();
      await signedIn(signed());
      const files = new FilesPage(page, t);
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

test('files are dropped into the frame, and one that falls beside it does not replace the page [UPLOAD-01]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const files = new FilesPage(page, t);
  await files.open();
  const dropped = await page.evaluateHandle(`(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['%PDF-1.7'], 'Dropped.pdf', { type: 'application/pdf' }));
    return dropped;
  })()`);
  const frame = files.dialog.locator('.drop');
  await files.dialog.getByRole('heading').first().dispatchEvent('drop', { dataTransfer: dropped });
  await expect(files.row('Dropped.pdf')).toHaveCount(0);
  await frame.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(files.row('Dropped.pdf')).toBeVisible();
  expect(await page.evaluate(`!window.dispatchEvent(new Event('drop', { cancelable: true }))`)).toBe(true);
});

test('a file is chosen once, and of more than five the latest stay, each with a type of its own [UPLOAD-02, UPLOAD-07, UPLOAD-15, GAP-62, GAP-63]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const files = new FilesPage(page, t);
  await files.open();
  await files.choose(paper('1.pdf'), paper('2.pdf'));
  await files.choose(paper('2.pdf'), paper('3.pdf'));
  await expect(files.dialog.getByText(t('error.file.duplicate'))).toBeVisible();
  await expect(files.dialog.locator('li.file b')).toHaveText(['1.pdf', '2.pdf', '3.pdf']);
  await files.choose(paper('4.pdf'), paper('5.pdf'), paper('6.pdf'));
  await expect(files.dialog.getByText(t('error.file.onlyLatest', { count: 5 }))).toBeVisible();
  await expect(files.dialog.locator('li.file b')).toHaveText(['2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf']);

  for (const name of ['3.pdf', '4.pdf', '5.pdf', '6.pdf'])
    await files.button('upload.row.remove', name).click();
  const type = files.row('2.pdf').getByLabel('What kind of document is it?');
  await expect(type).toHaveValue('OTHER');
  await expect(type.locator('option')).toHaveText([
    'Power of attorney or guardianship document',
    'Appointment of a medical treatment decision maker, or medical power of attorney',
    'Family care plan',
    'Values and preferences document',
    'Goals of care',
    "Translator's statement",
    'Consent to restrictive practice',
    'Other',
  ]);
  await type.selectOption('Goals of care');
  await files.row('2.pdf').getByLabel('Note about this file').fill('Signed at the hospital on 4 May');
  await files.done.click();
  await expect(files.listed('2.pdf')).toContainText('Goals of care');
  await expect(files.listed('2.pdf')).toContainText('Signed at the hospital on 4 May');
});

test('Done is off while a file is sent, its percent shows, and closing asks first [UPLOAD-04, UPLOAD-13]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  const files = new FilesPage(page, t);
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
  // Nothing of it stays.
  const rows = () =>
    app.services.db
      .selectFrom('files')
      .select('id')
      .where('user_id', '=', who.userId)
      .where('is_questionnaire', '=', false)
      .execute();
  await expect.poll(rows).toEqual([]);
});

test('the button says Saved for five seconds, and is Done again [UPLOAD-14]', async ({
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

test('an upload goes on by itself when a lost connection is back, with the part that was cut [UPLOAD-13]', async ({
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

test('after a closed tab the upload is listed, and choosing the same file goes on with the parts that arrived [UPLOAD-13]', async ({
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

test('another file of the same name and size does not go on where the first stopped, and what did not end can be given up [UPLOAD-13]', async ({
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
  // The browser asks before the page goes.
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

test('a store that is away is said within five seconds, and sending again goes on [GAP-61]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const files = new FilesPage(page, t);
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

test('what is not what its name says is refused before it is sent, and a locked document by the server [D-20]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const files = new FilesPage(page, t);
  await files.open();
  const inserted = noteRequests(page, 'insertFile');
  await files.choose({ ...paper('Page.pdf'), buffer: Buffer.from('<html>no paper</html>') });
  await files.done.click();
  await expect(files.row('Page.pdf')).toContainText(
    t('error.file.contentDiffers', { types: t('upload.types.ADDITIONAL_DOCUMENT') }),
  );
  expect(inserted).toHaveLength(0);
  await files.button('upload.row.remove', 'Page.pdf').click();

  const locked = paper('Locked.pdf');
  await files.choose({
    ...locked,
    buffer: Buffer.from(locked.buffer.toString('latin1').replace('/Size 1', '/Size 1 /Encrypt 5 0 R')),
  });
  await files.done.click();
  await expect(files.row('Locked.pdf')).toContainText(t('error.file.encrypted'));
  await expect(files.list).toContainText(t('files.empty.ADDITIONAL_DOCUMENT'));
});

test('a new directive takes the place of the one in use, which is said before; the old one stays below [GAP-61]', async ({
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

test('an answer that is lost makes no second file [UPLOAD-13]', async ({ page, t, app, signedIn }) => {
  const who = await signedIn(signed());
  const files = new FilesPage(page, t);
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

test(`on a telephone a paper is photographed, and nothing is said of dropping ${phone} [UPLOAD-01]`, async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const files = new FilesPage(page, t);
  await files.open();
  await expect(files.dialog.getByText(t('upload.dropMany'))).toBeHidden();
  const camera = files.dialog.getByRole('button', { name: t('upload.camera') });
  await expect(camera).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await camera.click();
  await chooser;
  const box = files.dialog.locator('input[capture=environment]');
  await expect(box).toHaveAttribute('accept', 'image/jpeg');
  const jpeg = { ...(await photo('Paper.jpg')), mimeType: 'image/jpeg' };
  await box.setInputFiles(jpeg);
  await expect(files.row('Paper.jpg')).toBeVisible();
  await isInOrder(page);
});

test('all of it is done by keyboard [UPLOAD-01, UPLOAD-13]', async ({ page, t, signedIn }) => {
  await signedIn(signed());
  await page.goto('/dashboard');
  const files = new FilesPage(page, t);
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
  await expect(files.row('Will.pdf')).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(files.done).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(files.listed('Will.pdf')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(files.dialog).toBeHidden();
  await expect(files.opener).toBeFocused();
});

test('who writes on behalf reads of the person in the dialog of the directive [GAP-63]', async ({
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
