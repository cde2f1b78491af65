import { writeFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { isInOrder } from '../axe.ts';
import { signed } from '../screens/dashboard-page.ts';
import { addFile, paper } from '../screens/files-page.ts';
import { PhotographedPages } from '../screens/photographed-pages.ts';
import { asks, eachWidthOnce, expect, main, mainOnce, phone, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { blankPhoto, hugePhoto, manyPhotos, pagePhoto } from './photographs.ts';

for (const language of languages)
  test.describe(`photographed pages, in ${language}`, () => {
    test.use({ language });

    test(`are previewed, rotated, cropped by pointer, keys and buttons, ordered, and become one document ${eachWidthOnce(language)} [UPLOAD-17] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(signed());
      const pages = new PhotographedPages(page, t);
      await pages.open();
      await isInOrder(page);
      await pages.choose(await pagePhoto('Second.jpg'), await pagePhoto('First.jpg', 'First', 6));
      await pages.haveArrived(2);
      await isInOrder(page);
      await pages
        .card(2)
        .getByRole('button', { name: t('upload.pages.earlier', { page: 2 }) })
        .click();
      await pages.look(1);
      await pages.button('upload.pages.turnRight').click();
      const left = pages.bar('left');
      await left.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('PageUp');
      await expect(left).toHaveAttribute('aria-valuenow', '6');
      await pages.more('top').click();
      await expect(pages.bar('top')).toHaveAttribute(
        'aria-valuetext',
        t('upload.pages.percent', { percent: 2 }),
      );
      await pages.drag('bottom', -0.2);
      await expect(pages.bar('bottom')).toHaveAttribute('aria-valuenow', /^(1[89]|2[01])$/);
      await isInOrder(page);
      await pages.button('upload.pages.back').click();
      await pages.send();
      const file = await pages.sentFile(app, who);
      const document = await PDFDocument.load(file);
      expect(document.getPages().map((each) => each.getWidth() > each.getHeight())).toEqual([true, false]);
      expect(document.getTitle()).toMatch(language === 'en' ? /^Advance care directive, / : /^预先护理指示 /);
    });

    test(`are refused one by one with the reason: no photograph, too large, too many ${eachWidthOnce(language)} [UPLOAD-19] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
    }, testInfo) => {
      const path = testInfo.outputPath('Huge.jpg');
      await writeFile(path, (await hugePhoto('Huge.jpg', 60)).buffer);
      await signedIn(signed());
      const pages = new PhotographedPages(page, t);
      await pages.open();
      await pages.choose(path);
      await expect(pages.panel.getByRole('alert')).toHaveText(
        t('upload.pages.problem', {
          file: 'Huge.jpg',
          problem: t('error.photograph.tooLarge', { size: '60 MB', limit: '15 MB' }),
        }),
      );
      await pages.choose(
        { name: 'Letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') },
        { name: 'Broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]) },
      );
      await expect(pages.panel).toContainText(t('error.photograph.type'));
      await expect(pages.panel).toContainText(t('error.photograph.broken'));
      await isInOrder(page);
      await pages.choose(...(await manyPhotos(40)));
      await expect(pages.cards).toHaveCount(20);
      await expect(pages.panel).toContainText(t('error.photograph.tooMany', { count: 20, left: 20 }));
    });

    test(`without content lead to a question, not to a refusal ${eachWidthOnce(language)} [UPLOAD-19] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn(signed());
      const pages = new PhotographedPages(page, t);
      await pages.open();
      await pages.choose(await blankPhoto(), await pagePhoto('Page.jpg'));
      await pages.haveArrived(2);
      await expect(pages.card(1)).toContainText(t('upload.pages.blank'));
      await expect(pages.card(2)).not.toContainText(t('upload.pages.blank'));
      await pages
        .card(1)
        .getByRole('button', { name: t('upload.pages.blankKeep') })
        .click();
      await expect(pages.card(1)).not.toContainText(t('upload.pages.blank'));
      await pages.send();
    });
  });

/** Addresses to which parts of photographs are sent. */
const parts = '**/api/files/*/pages/*/parts/*';

test(`photographs are kept after a closed tab, with order and edits, on the server and not on the device [UPLOAD-18] ${main}`, async ({
  page,
  context,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  const pages = new PhotographedPages(page, t);
  await pages.open();
  await pages.choose(await pagePhoto('One.jpg'), await pagePhoto('Two.jpg'));
  await pages.haveArrived(2);
  await pages.look(2);
  const stored = page.waitForResponse((response) => asks('changePhotographs')(response.request()));
  await pages.button('upload.pages.turnRight').click();
  await stored;
  const left = await page.evaluate<string>(
    `indexedDB.databases().then((found) => JSON.stringify([found, { ...localStorage, ...sessionStorage }]))`,
  );
  expect(left).toMatch(/^\[\[\],/);
  expect(left).not.toMatch(/One\.jpg|data:image|blob:/i);
  await page.close();

  const later = await context.newPage();
  const again = new PhotographedPages(later, t);
  await again.files.open();
  await again.haveArrived(2);
  await expect(again.panel).toContainText('Only you can see them.');
  await expect(again.card(2).locator('svg image')).toHaveAttribute('transform', /rotate\(90\)/);
  await isInOrder(later);
  await again.send();
  const document = await PDFDocument.load(await again.sentFile(app, who));
  expect(document.getPages().map((each) => each.getWidth() > each.getHeight())).toEqual([false, true]);
});

test('a photograph continues automatically when the connection returns, and can be sent again when it failed [UPLOAD-18]', async ({
  page,
  context,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const pages = new PhotographedPages(page, t);
  await pages.open();
  await pages.choose(await pagePhoto('One.jpg'));
  await pages.haveArrived(1);
  await context.setOffline(true);
  await pages.choose(await pagePhoto('Two.jpg'));
  await expect(pages.card(2)).not.toContainText(t('upload.pages.arrived'));
  await expect(pages.button('upload.pages.send')).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await pages.haveArrived(2);
  await page.route(parts, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', fields: [] } }),
  );
  await pages.choose(await pagePhoto('Three.jpg'));
  const again = pages.card(3).getByRole('button', { name: t('upload.pages.again') });
  await expect(again).toBeVisible({ timeout: 15_000 });
  await page.unroute(parts);
  await again.click();
  await pages.haveArrived(3);
});

test(`denied access to the camera leads to a hint, on a telephone [UPLOAD-19] ${phone}`, async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const pages = new PhotographedPages(page, t);
  await pages.open();
  const camera = pages.panel.locator('input[capture=environment]').first();
  await expect(camera).toHaveAttribute('accept', 'image/jpeg,image/png');
  await expect(pages.button('upload.pages.take')).toBeVisible();
  await camera.dispatchEvent('cancel');
  await expect(pages.panel).toContainText(t('upload.pages.noCamera'));
  await isInOrder(page);
});

test('pages are retaken, removed and discarded, and a directive in use is named before it is replaced', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  await addFile(app, who, paper('Old directive.pdf'), { category: 'ACP' });
  const pages = new PhotographedPages(page, t);
  await pages.open();
  await pages.choose(await pagePhoto('One.jpg'), await pagePhoto('Two.jpg'));
  await pages.haveArrived(2);
  await expect(pages.panel).toContainText(t('upload.replace', { file: 'Old directive.pdf' }));
  const before = (await pages.card(1).getAttribute('data-page')) ?? '';
  await pages
    .card(1)
    .locator('input[type=file]')
    .setInputFiles(await pagePhoto('Again.jpg'));
  await expect(pages.card(1)).not.toHaveAttribute('data-page', before);
  await pages.haveArrived(2);
  await pages
    .card(2)
    .getByRole('button', { name: t('upload.pages.remove', { page: 2 }) })
    .click();
  await expect(pages.cards).toHaveCount(1);
  await pages.button('upload.pages.giveUp').click();
  const ask = page.getByRole('alertdialog');
  await ask.getByRole('button', { name: t('upload.pages.giveUp') }).click();
  await expect(pages.panel).toHaveCount(0);
  await page.reload();
  await pages.files.open();
  await expect(pages.panel).toHaveCount(0);
  await expect(pages.files.listed('Old directive.pdf')).toBeVisible();
});

test('other categories of files do not offer to photograph pages', async ({ page, t, signedIn, files }) => {
  await signedIn(signed());
  await files.open();
  await expect(files.dialog.getByRole('button', { name: t('upload.pages.choice') })).toHaveCount(0);
  expect(page.url()).toContain('/dashboard');
});
