import { isInOrder } from '../axe.ts';
import { signed } from '../screens/dashboard-page.ts';
import { paper, photo } from '../screens/files-page.ts';
import { expect, noteRequests, phone, test } from '../wattle.ts';

test('files are dropped into the frame, and a file dropped beside it does not replace the page [UPLOAD-01]', async ({
  page,
  signedIn,
  files,
}) => {
  await signedIn(signed());
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

test('a file is added once, and only the latest five are kept, each with its own type [UPLOAD-02, UPLOAD-07, UPLOAD-15, GAP-62, GAP-63]', async ({
  t,
  signedIn,
  files,
}) => {
  await signedIn(signed());
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

test('a file whose content does not match its name is refused before it is sent, and a locked document by the server [D-20]', async ({
  page,
  t,
  signedIn,
  files,
}) => {
  await signedIn(signed());
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

test(`on a telephone a paper is photographed, and there is no text about dropping ${phone} [UPLOAD-01]`, async ({
  page,
  t,
  signedIn,
  files,
}) => {
  await signedIn(signed());
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

test('the link after an upload is aligned with the text above it [R-47]', async ({ t, signedIn, files }) => {
  await signedIn(signed());
  await files.open();
  await files.choose(paper('Will.pdf'));
  await files.done.click();
  const link = files.dialog.getByRole('link', { name: t('upload.next') });
  await expect(link).toBeVisible();
  const leftOfWords = (element: Element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().left);
  };
  expect(await link.evaluate(leftOfWords)).toBe(
    await files.dialog.getByText(t('upload.tellContacts')).evaluate(leftOfWords),
  );
});

test('the button that uploads a copy of the state’s form has space below the text above it [R-47]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  await page.goto('/my-acp');
  const button = page.getByRole('button', { name: t('where.page.upload') });
  const words = page.getByText(t('stateForm.upload'));
  await expect(button).toBeVisible();
  const [above, below] = [await words.boundingBox(), await button.boundingBox()];
  expect(below!.y - (above!.y + above!.height)).toBeGreaterThanOrEqual(10);
});
