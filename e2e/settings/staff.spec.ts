import { provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, escapeFrom, expect, main, mainOnce, stopClock, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test(
      `an administrator sets the sender and the texts of a mail, previews it, and sends a test [SET-03, GAP-77] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const { db } = app.services;
        await db.deleteFrom('mail_settings').execute();
        await db.deleteFrom('mail_templates').execute();
        const ruth = await signedIn({ role: 'tlcadmin' });
        await page.goto('/admin/settings');
        await expect(page).toHaveURL('/admin/settings/email');
        const main = page.getByRole('main');
        await main.getByLabel(t('settings.admin.email.senderName')).fill('Bank <x@evil.example>');
        await main.getByRole('button', { name: t('common.save') }).click();
        await expect(errorSummary(main).getByRole('link')).toHaveCount(1);
        await main.getByLabel(t('settings.admin.email.senderName')).fill('Wattle Care');
        await main.getByLabel(t('settings.admin.email.replyTo')).fill('office@wattle.example');
        await main.getByRole('button', { name: t('common.save') }).click();
        await expect(main.getByRole('button', { name: t('common.saved') })).toBeVisible();
        await expect(main.getByRole('button', { name: t('common.saved') })).toHaveCount(0);
        await isInOrder(page);

        await main.getByRole('link', { name: t('mail.welcome.subject') }).click();
        await expect(page).toHaveURL('/admin/settings/email?template=welcome');
        await expect(main).toContainText(t('settings.admin.email.noHealth'));
        const subject = main.getByRole('textbox', { name: t('settings.admin.email.templateSubject') });
        const body = main.getByRole('textbox', { name: t('settings.admin.email.templateBody') });
        await expect(subject).toHaveValue(t('mail.welcome.subject'));
        await body.fill('<b>Hello</b>');
        const save = main
          .getByRole('button', { name: t('common.save'), exact: true })
          .filter({ visible: true });
        await save.click();
        await expect(
          main.getByText(t('error.settings.templateValues', { list: '{button}' })).first(),
        ).toBeVisible();
        await isInOrder(page);
        await body.fill('<b>Hello</b>\n\n{button}\n\nSee you soon.');
        await main
          .getByRole('button', { name: t('settings.admin.email.preview') })
          .filter({ visible: true })
          .click();
        const dialog = page.getByRole('dialog', { name: t('settings.admin.email.preview') });
        await expect(dialog).toContainText('<b>Hello</b>');
        await expect(dialog).toContainText(t('mail.welcome.button'));
        await isInOrder(page);
        await escapeFrom(page, dialog);
        await main
          .getByRole('button', { name: t('settings.admin.email.test') })
          .filter({ visible: true })
          .click();
        await expect(main.getByRole('status').filter({ visible: true })).toContainText(
          t('settings.admin.email.testSent', { email: ruth.email }),
        );
        const test = () =>
          db.selectFrom('mail_outbox').selectAll().where('to_address', '=', ruth.email).executeTakeFirst();
        await expect
          .poll(async () => (await test())?.subject)
          .toBe(t('mail.test.subject', { subject: t('mail.welcome.subject') }));
        expect(await test()).toMatchObject({ sender_name: 'Wattle Care', reply_to: 'office@wattle.example' });
        expect((await test())!.html).toContain('&lt;b&gt;Hello&lt;/b&gt;');

        await save.click();
        await expect(main.getByRole('button', { name: t('common.saved') })).toBeVisible();
        await page.reload();
        await expect(body).toHaveValue('<b>Hello</b>\n\n{button}\n\nSee you soon.');
        await main
          .getByRole('button', { name: t('settings.admin.email.reset') })
          .filter({ visible: true })
          .click();
        const sure = page.getByRole('alertdialog');
        await sure.getByRole('button', { name: t('settings.admin.email.reset') }).click();
        await expect(sure).toBeHidden();
        await expect(body).not.toHaveValue(/Hello/);
        expect(await db.selectFrom('mail_templates').selectAll().execute()).toEqual([]);
        await main.getByRole('link', { name: t('settings.admin.email.all') }).click();
        await expect(page).toHaveURL('/admin/settings/email');
      },
    );
  });
}

test('text typed in one language of a mail is kept while the other is shown, and everything works by keyboard [GAP-77]', async ({
  page,
  signedIn,
}) => {
  await signedIn({ role: 'admin' });
  await page.goto('/admin/settings/email');
  const link = page.getByRole('link', { name: 'Welcome to Wattle' });
  await link.focus();
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  const subject = main.getByLabel('Subject').filter({ visible: true });
  await subject.fill('Good to see you');
  await main.getByRole('radio', { name: 'English' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(subject).toHaveValue('欢迎使用 Wattle');
  await page.keyboard.press('ArrowLeft');
  await expect(subject).toHaveValue('Good to see you');
});

test(`buttons of administration are reset after 1.5, 2.5 and 3 seconds [CONST-02, CONST-03] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const { db } = app.services;
  await db.deleteFrom('mail_settings').execute();
  await db
    .insertInto('mail_templates')
    .values({ template: 'welcome', language: 'en', subject: 'Hi', body: 'Hi\n\n{button}', updated_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await signedIn({ role: 'admin' });
  await page.clock.install();
  await page.goto('/admin/settings/email?template=welcome');
  const main = page.getByRole('main');
  await expect(main.getByLabel('Subject').filter({ visible: true })).toHaveValue('Hi');
  await stopClock(page);
  const lasts = async (press: string, ends: string, ms: number, scope = main) => {
    await scope.getByRole('button', { name: press, exact: true }).filter({ visible: true }).click();
    await expect(scope.getByRole('button', { name: ends, exact: true })).toBeVisible();
    await page.clock.runFor(ms - 100);
    await expect(scope.getByRole('button', { name: ends, exact: true })).toBeVisible();
    await page.clock.runFor(200);
    await expect(scope.getByRole('button', { name: ends, exact: true })).toHaveCount(0);
  };
  await lasts('Save', 'Saved', 1_500);
  await lasts('Send a test to me', 'Sent', 2_500);
  await page.route('**/api/graphql', (route) =>
    route.request().postData()?.includes('resetMailTemplate')
      ? route.abort('connectionreset')
      : route.fallback(),
  );
  await main.getByRole('button', { name: 'Go back to the original text' }).filter({ visible: true }).click();
  const sure = page.getByRole('alertdialog');
  // The dialog has its own chunk, which would never finish loading while the clock is stopped.
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(sure).toBeVisible({ timeout: 500 });
  }).toPass();
  await lasts('Go back to the original text', 'Not saved', 3_000, sure);
});

test(`buttons in the settings of a provider are reset after 1.5 seconds [R-45] [CONST-02] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  await page.clock.install();
  await page.goto('/provider/settings/notification');
  const button = page.getByRole('main').getByRole('button', { name: /^(Save|Saved)$/ });
  await expect(button).toHaveText('Save');
  await stopClock(page);
  await button.click();
  await expect(button).toHaveText('Saved');
  await page.clock.runFor(1_400);
  await expect(button).toHaveText('Saved');
  await page.clock.runFor(200);
  await expect(button).toHaveText('Save');
});

test('the settings of another role cannot be opened [SET-02, SET-03, GAP-100]', async ({
  page,
  app,
  context,
  signedIn,
}) => {
  const house = await provider(app.services);
  for (const [role, addresses] of [
    ['user', ['/provider/settings', '/admin/settings/email']],
    ['provideradmin', ['/admin/settings/email', '/settings/profile']],
    ['admin', ['/provider/settings', '/settings/profile']],
  ] as const) {
    await context.clearCookies();
    await signedIn({ role, ...(role === 'provideradmin' && { providerId: house }) });
    for (const address of addresses) {
      await page.goto(address);
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByText('You may not open this page.')).toBeVisible();
    }
  }
});
