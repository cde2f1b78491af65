import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { videoOf } from '../../src/server/features/files/checks/sample-files.fixture.ts';
import { mailedToken } from '../../src/server/features/sign-in/sign-in.fixture.ts';
import { isInOrder } from '../axe.ts';
import { ScreenReader } from '../journeys/screen-reader.ts';
import { SignupForm } from '../screens/signup-form.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const freshEmail = () => `${randomUUID()}@guest-upload.example`;

const pdf = {
  name: 'My directive.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
  ),
};

const film = { name: 'My wishes.mp4', mimeType: 'video/mp4', buffer: Buffer.from(videoOf()) };

/** One of the three cards, by its texts. */
const card = (page: Page, t: Translate, kind: 'acp' | 'additional' | 'wishes'): Locator =>
  page.getByRole('main').getByRole('region', { name: t(`guest.${kind}.title`) });

async function choose(
  page: Page,
  t: Translate,
  kind: 'acp' | 'additional' | 'wishes',
  file: typeof pdf,
): Promise<void> {
  const box = card(page, t, kind).locator('input[type=file]');
  await box.setInputFiles(file);
  // Browsers fire no event when an input gets the file it already holds: it must be cleared before the same file is chosen again.
  await expect(box).toHaveValue('');
}

for (const language of languages) {
  test.describe(`upload without an account, in ${language}`, () => {
    test.use({ language });

    test(`has three actions, explains each and the next step, and returns to the same position ${eachWidthOnce(language)} [GUEST-01] [GUEST-02] [GUEST-03] [GUEST-06] [GAP-112] ${mainOnce(language)}`, async ({
      page,
      t,
    }) => {
      await page.goto('/user/location?state=vic');
      await page.getByRole('link', { name: t('where.page.continue') }).click();
      await expect(page).toHaveURL('/user/upload?state=vic');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('guest.title'));
      await expect(main.getByText(t('guest.place', { state: t('where.vic.name') }))).toBeVisible();
      for (const [kind, accept] of [
        ['acp', '.pdf'],
        ['additional', '.pdf,.jpeg,.jpg,.png,.doc,.docx'],
        ['wishes', '.mp4,.mov'],
      ] as const) {
        await expect(card(page, t, kind)).toContainText(t(`guest.${kind}.body`));
        await expect(card(page, t, kind).getByRole('button')).toHaveText(t(`guest.${kind}.button`));
        await expect(card(page, t, kind).locator('input[type=file]')).toHaveAttribute('accept', accept);
        await expect(card(page, t, kind).locator('input[type=file]')).not.toHaveAttribute('multiple');
      }
      await expect(main.getByText(t('guest.next.body'))).toBeVisible();
      await expect(
        main.getByText(t('guest.limit', { documentLimit: '10 MB', videoLimit: '50 MB' })),
      ).toBeVisible();
      await isInOrder(page);
      expect(rawKeysIn(await main.innerText())).toEqual([]);

      const additional = card(page, t, 'additional');
      await additional.getByRole('button').click();
      const type = additional.getByRole('combobox');
      await expect(type).toBeFocused();
      await expect(additional.getByText(t('guest.additional.typeFirst'))).toBeVisible();
      await expect(type.getByRole('option')).toHaveCount(9);
      await isInOrder(page);

      await main.getByRole('link', { name: t('guest.back') }).click();
      await expect(page).toHaveURL('/user/location?state=vic');
    });

    test(`an unsuitable file is refused at its action with a message, and no sign-up opens ${eachWidthOnce(language)} [GUEST-04] [GUEST-05] [GUEST-07] [GAP-113]`, async ({
      page,
      t,
    }) => {
      await page.goto('/user/upload');
      const wrong = (name: string, text: string) => ({ ...pdf, name, buffer: Buffer.from(text) });
      await choose(page, t, 'acp', wrong('plan.docx', 'PK'));
      await expect(card(page, t, 'acp').getByRole('alert')).toHaveText(t('error.file.guestPdfOnly'));
      await choose(page, t, 'acp', wrong('plan.pdf', '<html>'));
      await expect(card(page, t, 'acp').getByRole('alert')).toHaveText(
        t('error.file.contentDiffers', { types: 'PDF' }),
      );
      await choose(page, t, 'wishes', pdf);
      await expect(card(page, t, 'wishes').getByRole('alert')).toHaveText(t('error.file.guestVideo'));
      await card(page, t, 'additional').getByRole('combobox').selectOption('OTHER');
      await choose(page, t, 'additional', { ...pdf, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
      await expect(card(page, t, 'additional').getByRole('alert')).toHaveText(
        t('error.file_size_too_large', { limit: '10 MB' }),
      );
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await isInOrder(page);
    });
  });
}

for (const [kind, documentType, category] of [
  ['acp', 'ACP', 'ACP'],
  ['additional', 'GOALS_OF_CARE', 'ADDITIONAL_DOCUMENT'],
  ['wishes', 'WISHES', 'WISHES'],
] as const)
  test(`after a file is chosen the sign-up opens with it; the link in the mail adds it to the account: ${documentType} [GUEST-08] [S-41] [SIGNUP-10] [GAP-113] [API-03]`, async ({
    page,
    t,
    app,
  }) => {
    await page.goto('/user/upload');
    if (kind === 'additional') await card(page, t, kind).getByRole('combobox').selectOption(documentType);
    const file = kind === 'wishes' ? film : pdf;
    await choose(page, t, kind, file);
    const dialog = page.getByRole('dialog', { name: 'Sign up' });
    await expect(dialog.getByText(file.name)).toBeVisible();
    await isInOrder(page);
    const form = new SignupForm(dialog, t);
    const email = freshEmail();
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Margaret');
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Doyle');
    await form.fillAll({ email });
    const request = page.waitForRequest('**/api/auth/email-password-file');
    await form.submit();
    expect((await request).postDataJSON()).toMatchObject({
      email,
      type: 'signup',
      redirect: false,
      firstName: 'Margaret',
      lastName: 'Doyle',
      fileName: file.name,
      documentType,
      file: `data:${file.mimeType};base64,${file.buffer.toString('base64')}`,
    });
    await expect(page.getByRole('dialog', { name: 'Check your email' })).toContainText(email);
    const { db } = app.services;
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const files = () =>
      db
        .selectFrom('files')
        .select(['category', 'file_name', 'is_active'])
        .where('user_id', '=', id)
        .execute();
    expect(await files()).toEqual([{ category, file_name: file.name, is_active: false }]);
    await page.goto(`/verify-email#token=${await mailedToken(app, 'verify-email', id)}`);
    await expect.poll(files).toEqual([{ category, file_name: file.name, is_active: true }]);
  });

test('typed text is kept when the sign-up is closed and another file chosen, and a refused file shows the reason; checking a file and its result are announced once each [GUEST-08] [R-36] [S-104]', async ({
  page,
  t,
}) => {
  const screenReader = await ScreenReader.on(page);
  await page.goto('/user/upload');
  await choose(page, t, 'acp', pdf);
  const dialog = page.getByRole('dialog', { name: 'Sign up' });
  await expect.poll(() => screenReader.lines).toContain(`(${t('guest.accepted', { file: pdf.name })})`);
  expect(screenReader.lines.filter((line) => line === `(${t('guest.checking')})`)).toHaveLength(1);
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Margaret');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog).toBeHidden();
  await choose(page, t, 'acp', { ...pdf, name: 'Second.pdf' });
  await expect(dialog.getByText('Second.pdf')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('Margaret');
  const form = new SignupForm(dialog, t);
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Doyle');
  await form.fillAll({ email: freshEmail() });
  await page.route('**/api/auth/email-password-file', (route) =>
    route.fulfill({
      status: 400,
      json: {
        ok: false,
        error: 'invalid',
        fields: [{ field: 'file', message: 'error.file.encrypted', params: { types: 'PDF' } }],
      },
    }),
  );
  await form.submit();
  await expect(
    dialog.getByText('This file is locked with a password. Save it without one.').first(),
  ).toBeVisible();
  await expect(form.box('email')).not.toHaveValue('');
});

test('a signed-in person is redirected to the dashboard [GUEST-01]', async ({ page, signedIn }) => {
  await signedIn();
  await page.goto('/user/upload');
  await expect(page).toHaveURL('/dashboard');
});
