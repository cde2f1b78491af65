import sharp from 'sharp';
import { fullAnswers } from '../../testing/people.ts';
import { axeFindings } from '../axe.ts';
import { openProfile } from '../screens/profile-page.ts';
import { asks, expect, mainOnce, noteRequests, stopClock, test } from '../wattle.ts';
import { exactly, languages, rawKeysIn, saying } from '../words.ts';
import { QuestionnairePage } from '../questionnaire-page.ts';

const photo = (colour: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer();

for (const language of languages) {
  test.describe(`the profile, in ${language}`, () => {
    test.use({ language });

    test(`shows the stored data, shows errors at the fields, and saves valid entries [SET-01, GAP-76, CONST-01] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn({
        firstName: 'Margaret',
        lastName: 'Doyle',
        dob: '14/05/1943',
        gender: 'Female',
        postcode: '3280',
      });
      const profile = await openProfile(page, t);
      await expect(page).toHaveTitle(`${t('settings.profile.title')} - Wattle`);
      await expect(profile.firstName).toHaveValue('Margaret');
      await expect(profile.lastName).toHaveValue('Doyle');
      await expect(profile.birthDate).toHaveValue('14/05/1943');
      await expect(profile.postcode).toHaveValue('3280');
      await expect(profile.gender('female')).toBeChecked();
      await expect(profile.main.getByText(who.email)).toBeVisible();
      await expect(profile.note).toHaveCount(0);
      expect(await axeFindings(page)).toEqual([]);

      await profile.firstName.fill('R2D2');
      await profile.lastName.fill('');
      await profile.birthDate.fill('30/02/1943');
      await profile.postcode.fill('328');
      await profile.save.click();
      await expect(profile.firstName).toHaveAccessibleDescription(saying(t('firstName.error.letters')));
      await expect(profile.lastName).toHaveAccessibleDescription(saying(t('lastName.error.required')));
      await expect(profile.birthDate).toHaveAccessibleDescription(saying(t('dob.error.notReal')));
      await expect(profile.postcode).toHaveAccessibleDescription(saying(t('postcode.error.length')));
      await expect(profile.problems).toBeFocused();
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);

      await profile.firstName.fill('Maggie');
      await profile.lastName.fill('Citizen');
      await profile.birthDate.fill('4.5.1944');
      await profile.postcode.fill('7000');
      await profile.gender('other').check();
      await profile.save.click();
      await expect(profile.save).toHaveText(t('common.saved'));
      await expect(page.getByRole('button', { name: t('avatar.label') })).toContainText('Maggie');
      await page.reload();
      await expect(profile.birthDate).toHaveValue('04/05/1944');
      await expect(profile.gender('other')).toBeChecked();
      const row = await app.services.db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'dob', 'gender', 'postcode', 'email'])
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({
        first_name: 'Maggie',
        last_name: 'Citizen',
        dob: '1944-05-04',
        gender: 'Other',
        postcode: '7000',
        email: who.email,
      });
    });
  });
}

test('the save button shows progress, and is reset after two and a half seconds [CONST-01, CONST-02]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn({ firstName: 'Margaret', postcode: '3280' });
  await page.clock.install();
  const profile = await openProfile(page, t);
  await stopClock(page);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/graphql', async (route) => {
    if (/updateProfile/.test(route.request().postData() ?? '')) await answered;
    await route.fallback();
  });
  const sent = noteRequests(page, 'updateProfile');
  await profile.postcode.fill('3000');
  await profile.save.click();
  await expect(profile.save).toHaveText(t('common.saving'));
  await expect(profile.save).toHaveAttribute('aria-disabled', 'true');
  await profile.save.click({ force: true });
  answer();
  await expect(profile.save).toHaveText(t('common.saved'));
  expect(sent).toHaveLength(1);
  await page.clock.runFor(2_300);
  await expect(profile.save).toHaveText(t('common.saved'));
  await page.clock.runFor(400);
  await expect(profile.save).toHaveText(t('settings.profile.save'));
});

test('a failed save shows an error, loses nothing, and works at the next try [SET-01, CONST-01]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn({ firstName: 'Margaret', postcode: '3280' });
  const profile = await openProfile(page, t);
  await page.route('**/api/graphql', (route) => route.abort());
  await profile.lastName.fill('Citizen');
  await profile.save.click();
  await expect(profile.save).toHaveText(t('common.notSaved'));
  await expect(profile.problems).toContainText(t('error.noAnswer'));
  await expect(profile.lastName).toHaveValue('Citizen');
  await page.unroute('**/api/graphql');
  await expect(profile.save).toHaveText(t('settings.profile.save'));
  await profile.save.click();
  await expect(profile.save).toHaveText(t('common.saved'));
  await expect(profile.problems).toHaveCount(0);
});

test('a new name is on the signed plan too after Before and Now were shown, and the page suggests printing again [R-30] [D-35] [SET-01]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn({
    firstName: 'Margaret',
    lastName: 'Doyle',
    postcode: '3280',
    plan: { status: 'complete', answers: fullAnswers() },
  });
  const profile = await openProfile(page, t);
  await expect(profile.note).toBeVisible();
  const sent = noteRequests(page, 'updateProfile');
  await profile.lastName.fill('Windermere');
  await profile.save.click();
  const { change, confirm } = new QuestionnairePage(page, t);
  await expect(change).toContainText('Margaret Doyle');
  await expect(change).toContainText('Margaret Windermere');
  await page.keyboard.press('Escape');
  await expect(change).toBeHidden();
  await expect(profile.lastName).toHaveValue('Windermere');
  expect(sent).toEqual([]);
  await profile.save.click();
  await confirm.click();
  await expect(profile.save).toHaveText(t('common.saved'));
  await page.goto('/care-plan');
  await expect(page.getByText(/Windermere/).first()).toBeVisible();
});

test('a signed plan does not change before its changes were shown, also when the plan loads late [R-30] [D-35]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn({
    firstName: 'Margaret',
    lastName: 'Doyle',
    postcode: '3280',
    plan: { status: 'complete', answers: fullAnswers() },
  });
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/graphql', async (route) => {
    if (asks('getActiveAcpsByUserId')(route.request())) await answered;
    await route.fallback();
  });
  const profile = await openProfile(page, t);
  const sent = noteRequests(page, 'updateProfile');
  await profile.lastName.fill('Windermere');
  await profile.save.click();
  await expect(profile.save).toHaveText(t('common.saving'));
  answer();
  await expect(new QuestionnairePage(page, t).change).toContainText('Margaret Windermere');
  expect(sent).toEqual([]);
});

test('a locked plan keeps its name, and the page shows why [SET-01]', async ({ page, t, app, signedIn }) => {
  const who = await signedIn({
    firstName: 'Margaret',
    lastName: 'Doyle',
    postcode: '3280',
    plan: { status: 'complete', answers: fullAnswers() },
  });
  await app.services.db.updateTable('acps').set({ locked: true }).where('id', '=', who.acpId).execute();
  const profile = await openProfile(page, t);
  await profile.lastName.fill('Windermere');
  await profile.save.click();
  await expect(profile.problems).toContainText(t('settings.profile.locked'));
  await expect(profile.lastName).toHaveValue('Windermere');
});

test('the Medicare number shows its last digits, is changed by keyboard, and must be unique [SET-01, SIGNUP-30, security 37]', async ({
  page,
  t,
  newCustomer,
  signedIn,
}) => {
  await newCustomer({ medicareNumber: '2123456701' });
  await signedIn({ firstName: 'Margaret' });
  const { main } = await openProfile(page, t);
  const change = main.getByRole('button', { name: new RegExp(t('settings.profile.medicare')) });
  const box = main.getByRole('textbox', { name: t('settings.profile.medicareNew') });
  const save = main
    .getByRole('button', { name: exactly(t('settings.profile.save'), t('common.notSaved')) })
    .nth(1);
  await change.focus();
  await page.keyboard.press('Enter');
  await expect(box).toBeFocused();
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(box).toHaveAccessibleDescription(saying(t('field.medicare.length')));
  expect(await axeFindings(page)).toEqual([]);
  await box.fill('2123 45670 1');
  await save.click();
  await expect(box).toHaveAccessibleDescription(saying(t('error.medicareAlreadyExists')));
  await expect(box).toHaveValue('2123 45670 1');
  await box.fill('3950 34378 1');
  await box.press('Enter');
  await expect(box).toHaveAccessibleDescription(saying(t('field.medicare.check')));
  await box.fill('2428 77813 2');
  await box.press('Enter');
  await expect(main.getByText(t('settings.profile.medicareHidden', { last3: '132' }))).toBeVisible();
  await expect(change).toBeFocused();
  expect(await page.content()).not.toContain('242877813');
  await change.click();
  await expect(box).toHaveValue('');
  await main.getByRole('button', { name: t('common.cancel') }).click();
  await expect(change).toBeFocused();
});

test('a picture is added, changed and removed; another file type is refused at its place [SET-01, GAP-76, security 33]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn({ firstName: 'Margaret' });
  const profile = await openProfile(page, t);
  const pictures = page.locator('.ava img');
  await expect(pictures).toHaveCount(0);
  const give = async (name: string, mimeType: string, buffer: Buffer) =>
    profile.file.setInputFiles({ name, mimeType, buffer });
  await give('me.png', 'image/png', await photo('teal'));
  // In the bar and on the page.
  await expect(pictures).toHaveCount(2);
  const first = await pictures.first().getAttribute('src');
  await expect
    .poll(() =>
      pictures.first().evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBe(40);
  await give('me.png', 'image/png', await photo('gold'));
  await expect(pictures.first()).not.toHaveAttribute('src', first ?? '');
  for (const [name, type, content, message] of [
    [
      'a.svg',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'error.file_type_not_allowed',
    ],
    [
      'a.png',
      'image/png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'error.file_type_not_allowed',
    ],
    ['a.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1), 'error.file_size_too_large'],
    ['a.png', 'image/png', (await photo('teal')).subarray(0, 40), 'error.fileValidation'],
  ] as const) {
    await give(name, type, content);
    await expect(
      profile.main.getByText(t(message, { types: 'JPG, PNG, WebP', limit: '2 MB' })),
    ).toBeVisible();
    await expect(pictures).toHaveCount(2);
  }
  expect(await axeFindings(page)).toEqual([]);
  await profile.removePicture.click();
  await expect(pictures).toHaveCount(0);
  await expect(profile.removePicture).toHaveCount(0);
  await expect(page.getByText(t('settings.profile.pictureRemoved'))).toBeVisible();
  // The pressed button is gone; focus is not lost.
  await expect(profile.addPicture).toBeFocused();
});
