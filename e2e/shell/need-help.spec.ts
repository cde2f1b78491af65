import type { TestApp } from '../../testing/start-app.ts';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

/** Mails to an address that the jobs have sent. */
const mailsTo = (app: TestApp, address: string) =>
  app.services.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where((either) => either.or([either('to_address', '=', address), either('reply_to', '=', address)]))
    .execute();

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test(
      `a visitor opens help from the sign-in page, reads an answer, and sends a message [MENU-06, GAP-22] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app }) => {
        await page.goto('/login');
        await page.getByRole('link', { name: t('menu.user.needHelp'), exact: true }).click();
        await expect(page).toHaveURL('/need-help');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('help.title'));
        const main = page.getByRole('main');
        await expect(main).toContainText(t('help.emergency.title'));
        await expect(main.getByText(t('help.qa.lostCard.a'))).toBeHidden();
        await main.getByText(t('help.qa.lostCard.q')).click();
        await expect(main.getByText(t('help.qa.lostCard.a'))).toBeVisible();
        await expect(main.getByText(t('help.qa.staffMenu.q'))).toHaveCount(0);
        await expect(main.getByRole('link', { name: '1800 000 000' })).toHaveAttribute(
          'href',
          'tel:1800000000',
        );
        await expect(main.getByRole('link', { name: 'help@wattle.localhost' })).toHaveAttribute(
          'href',
          'mailto:help@wattle.localhost',
        );
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);

        const send = main.getByRole('button', { name: t('help.form.submit') });
        await send.click();
        const problems = errorSummary(main);
        await expect(problems.getByRole('link')).toHaveCount(4);
        await expect(problems).toBeFocused();
        await isInOrder(page);

        const address = `ann.${crypto.randomUUID()}@home.example`;
        await main.getByLabel(t('help.form.name')).fill('Ann Lee');
        await main.getByLabel(t('help.form.email')).fill(address);
        await main.getByLabel(t('help.form.topic')).selectOption('card');
        await main.getByLabel(t('help.form.message')).fill('<b>My card</b> is lost.\nWhat now?');
        await send.click();
        const done = main.getByRole('status').filter({ hasText: t('success.helpSent') });
        await expect(done).toBeFocused();
        await expect(done).toContainText(address);
        await isInOrder(page);
        await expect.poll(async () => (await mailsTo(app, address)).length).toBe(2);
        const [desk, copy] = (await mailsTo(app, address)).toSorted((one) =>
          one.reply_to === address ? -1 : 1,
        );
        expect(desk).toMatchObject({ to_address: 'help@wattle.localhost', reply_to: address });
        expect(desk!.html).toContain('&lt;b&gt;My card&lt;/b&gt; is lost.');
        const [ticket] = /\d+/.exec((await done.textContent()) ?? '') ?? [];
        expect(copy!.plain).toContain(t('mail.helpCopy.p1', { ticket: ticket! }));
        await main.getByRole('button', { name: t('help.sent.again') }).click();
        await expect(main.getByLabel(t('help.form.message'))).toHaveValue('');
      },
    );

    test(`a signed-in person finds it in the menu, with name and address filled in, and staff have their own questions [GAP-22, LAYOUT-06] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
    }) => {
      const ruth = await signedIn({ role: 'tlcadmin', firstName: 'Ruth', lastName: 'Okafor' });
      await page.goto('/dashboard');
      await page
        .getByRole('navigation')
        .getByRole('link', { name: t('menu.admin.needHelp') })
        .click();
      const main = page.getByRole('main');
      await expect(main.getByLabel(t('help.form.name'))).toHaveValue('Ruth Okafor');
      await expect(main.getByLabel(t('help.form.email'))).toHaveValue(ruth.email);
      await expect(main.getByText(t('help.qa.staffMenu.q'))).toBeVisible();
      await expect(page.getByRole('navigation').locator('[aria-current=page]')).toHaveText(
        t('menu.admin.needHelp'),
      );
    });
  });
}

test('the whole page works by keyboard [GAP-22]', async ({ page }) => {
  await page.goto('/need-help');
  const question = page.locator('summary', { hasText: 'I lost my card. What now?' });
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Make a new code and PIN', { exact: false })).toBeVisible();
  await page.getByLabel('Your name').focus();
  await page.keyboard.type('Ann Lee');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ann@keyboard.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('My plan');
  await page.keyboard.press('Tab');
  await page.keyboard.type('How do I print it?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeFocused();
});

test('typed text stays when the message cannot be sent, and the page shows whom to call [GAP-22, D-21]', async ({
  page,
}) => {
  await page.goto('/need-help');
  const main = page.getByRole('main');
  await main.getByLabel('Your name').fill('Ann Lee');
  await main.getByLabel('Your email address').fill('ann@broken.example');
  await main.getByLabel('What is it about?').selectOption('other');
  await main.getByLabel('Your message').fill('Hello');
  const send = main.getByRole('button', { name: /^(Send|Not sent)$/ });
  const answers = [
    { errors: [{ message: 'x', extensions: { code: 'general_error' } }] },
    { errors: [{ message: 'x', extensions: { code: 'rate-limited', details: { retryAfter: 600 } } }] },
  ];
  await page.route('**/api/graphql', (route) =>
    route.request().postData()?.includes('writeToHelp') && answers.length > 0
      ? route.fulfill({ json: { data: null, ...answers.shift() } })
      : route.fallback(),
  );
  await send.click();
  await expect(errorSummary(main)).toContainText('Your message did not leave. Call us on 1800 000 000.');
  await expect(main.getByRole('button', { name: 'Send' })).toBeVisible();
  await send.click();
  await expect(errorSummary(main)).toContainText('Too many tries.');
  await expect(main.getByLabel('Your message')).toHaveValue('Hello');
  await expect(main.getByRole('button', { name: 'Send' })).toBeVisible();
  await send.click();
  await expect(main.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible();
});
