import type { Page } from '@playwright/test';
import { fileAccessPart } from '../../src/domain/contacts/file-access-path.ts';
import { daniel, idsOf } from '../screens/contacts-page.ts';
import { draft, endSessions, savedPerson, signed } from '../saved-plan.ts';
import { cover, openListening } from '../screens/session-page.ts';
import { expect, main, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

const keptIn = (page: Page) => page.evaluate<string>('JSON.stringify({ ...sessionStorage })');

for (const language of languages) {
  test.describe(`unsaved text, in ${language}`, () => {
    test.use({ language });

    test('are restored after signing in again, and removed when another person signs in there [R-53] [R-74]', async ({
      page,
      t,
      app,
      signedIn,
      newCustomer,
    }) => {
      const who = await signedIn(draft());
      await openListening(page, '/settings/profile');
      const postcode = page.getByRole('textbox', { name: t('settings.profile.postcode') });
      const firstName = page.getByRole('textbox', { name: t('settings.profile.firstName') });
      const signIn = async ({ email, password }: { email: string; password: string }) => {
        await cover(page).getByRole('button').click();
        await page.getByRole('textbox', { name: t('signin.email.label') }).fill(email);
        await page.getByRole('textbox', { name: t('signin.password.label') }).fill(password);
        await page.getByRole('button', { name: t('signin.submit') }).click();
        await expect(page).toHaveURL('/settings/profile');
      };

      await postcode.fill('3280');
      await firstName.fill('Margareta');
      await endSessions(app, who);
      await expect(cover(page)).toContainText(t('system.sessionEnded.body'));
      await signIn(who);
      await expect(postcode).toHaveValue('3280');
      await expect(firstName).toHaveValue('Margareta');
      await expect(page.getByText(t('system.sessionEnded.back'))).toBeVisible();
      await page.getByRole('button', { name: t('settings.profile.save'), exact: true }).click();
      await expect.poll(async () => (await savedPerson(app, who)).postcode).toBe('3280');

      await openListening(page, '/settings/profile');
      await firstName.fill('Marguerite');
      await endSessions(app, who);
      await expect(cover(page)).toBeVisible();
      await signIn(await newCustomer({ firstName: 'George', lastName: 'Papadakis' }));
      await expect(firstName).toHaveValue('George');
      expect(await keptIn(page)).not.toContain('Marguerite');
    });

    test('of a page that was left during an outage of the server are restored afterwards [R-53]', async ({
      page,
      t,
      newCustomer,
      enter,
    }) => {
      const staff = await newCustomer({ role: 'admin' });
      await enter(staff);
      await page.clock.install();
      await openListening(page, '/admin/settings/email');
      const sender = page.getByLabel(t('settings.admin.email.senderName'));
      await sender.fill('Wattle Care');
      await page.route('**/api/auth/session', (route) => route.abort());
      await page.clock.fastForward('31:00');
      await expect(cover(page)).toContainText(t('system.sessionUnsure.away'));
      await expect(sender).toBeHidden();
      await page.unrouteAll();
      await page.clock.fastForward('00:31');
      await expect(cover(page)).toHaveCount(0);
      await expect(sender).toHaveValue('Wattle Care');
    });
  });
}

test('typed text is removed when the page opens for another person, also if that person signed in elsewhere [R-53] [R-74]', async ({
  page,
  t,
  app,
  signedIn,
  newCustomer,
  enter,
}) => {
  const george = await newCustomer({ firstName: 'George', lastName: 'Papadakis' });
  const who = await signedIn(draft());
  // The address of the typed text may name the other person.
  await openListening(page, `/settings/profile?of=${george.userId}`);
  await page.getByRole('textbox', { name: t('settings.profile.firstName') }).fill('Marguerite');
  await endSessions(app, who);
  await expect(cover(page)).toContainText(t('system.sessionEnded.body'));
  expect(await keptIn(page)).toContain('Marguerite');
  await enter(george);
  await page.goto('/settings/profile');
  await expect(page.getByRole('textbox', { name: t('settings.profile.firstName') })).toHaveValue('George');
  expect(await keptIn(page)).not.toContain('Marguerite');
});

test(`signing out in one tab removes the typed text of another tab, which shows a message [R-53] [R-74] ${main}`, async ({
  page,
  context,
  t,
  signedIn,
}) => {
  await signedIn(draft());
  await openListening(page, '/settings/profile');
  await page.getByRole('textbox', { name: t('settings.profile.firstName') }).fill('Marguerite');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await other
    .getByRole('banner')
    .getByRole('button', { name: t('layout.signOut') })
    .click();
  await expect(cover(page)).toContainText(t('system.sessionEnded.bodyLost'));
  expect(await keptIn(page)).not.toContain('Marguerite');
});

test('unsaved choices are restored too; passwords are not kept [R-74]', async ({
  page,
  t,
  app,
  signedIn,
  enter,
}) => {
  const who = await signedIn();
  await openListening(page, '/settings/general');
  await page.getByRole('radio', { name: 'YYYY-MM-DD' }).check();
  await endSessions(app, who);
  await expect(cover(page)).toBeVisible();
  await enter(who);
  await cover(page).getByRole('button').click();
  await expect(page).toHaveURL('/settings/general');
  await expect(page.getByRole('radio', { name: 'YYYY-MM-DD' })).toBeChecked();

  await openListening(page, '/settings/password');
  await page.getByLabel(t('settings.password.current'), { exact: true }).fill('Secret-Tram-42');
  await endSessions(app, who);
  await expect(cover(page)).toBeVisible();
  expect(await keptIn(page)).not.toContain('Secret-Tram-42');
});

test('unsaved choices for a contact are restored too [R-74] [SHARE-02]', async ({
  page,
  t,
  app,
  signedIn,
  enter,
}) => {
  const who = await signedIn({ ...signed(), contacts: [daniel] });
  await openListening(page, `/manage-file-access/${fileAccessPart(await idsOf(app, who, daniel.name))}`);
  const full = page.getByRole('switch', { name: saying(t('fileAccess.full.label')) });
  await full.check();
  await endSessions(app, who);
  await expect(cover(page)).toBeVisible();
  await enter(who);
  await cover(page).getByRole('button').click();
  await expect(full).toBeChecked();
});

test(`the dialog of a contact reopens with the typed text, to add one and to change one [R-74] [S-107] ${main}`, async ({
  page,
  t,
  app,
  signedIn,
  enter,
  contacts,
}) => {
  const who = await signedIn({ ...signed(), contacts: [daniel] });
  const { form } = contacts;
  const change = page.getByRole('dialog', { name: t('contacts.edit.title', { contact: daniel.name }) });
  for (const [opener, box] of [
    [contacts.add, form.box('name')],
    [contacts.button(daniel.name, 'contacts.row.edit'), change.getByRole('textbox').first()],
  ] as const) {
    await openListening(page, '/trusted-contacts');
    await opener.click();
    await box.fill('Helen Ngu');
    await endSessions(app, who);
    await expect(cover(page)).toBeVisible();
    await enter(who);
    await cover(page).getByRole('button').click();
    await expect(box).toHaveValue('Helen Ngu');
  }
});
