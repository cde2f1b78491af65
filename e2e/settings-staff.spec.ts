import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { contextFor, provider } from '../testing/people.ts';
import { updateProvider } from '../src/server/features/providers/operations.ts';
import { bothWidths, escapeFrom, expect, stopClock, test } from './wattle.ts';
import { languages, rawKeysIn } from './words.ts';

// Colours that are on their way from one state to another are not looked at.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const noTrouble = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  const wide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(wide).toBeLessThanOrEqual(0);
};

const words = {
  name: 'Banksia House',
  address: '1 Heath Street',
  state: 'VIC',
  postcode: '3280',
  location: 'Warrnambool',
  phone_number: '(03) 5550 0140',
  email: '',
};

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test(
      'a provider admin changes what the provider says about itself, and each field says what is wrong with it [SET-02, GAP-77, PROV-19, PROV-20]',
      { tag: bothWidths },
      async ({ page, t, app, signedIn }) => {
        const house = await provider(app.services, 'Banksia House');
        await signedIn({ role: 'provideradmin', providerId: house });
        await page.goto('/provider/settings');
        const main = page.getByRole('main');
        const field = (name: 'name' | 'address' | 'location' | 'state' | 'postcode' | 'phone' | 'email') =>
          main.getByLabel(t(`settings.provider.base.${name}`));
        await expect(field('name')).toHaveValue('Banksia House');
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await field('name').fill('B');
        await field('postcode').fill('32');
        await main.getByRole('button', { name: t('common.save') }).click();
        const problems = main.getByRole('alert').filter({ has: page.getByRole('heading') });
        await expect(problems).toBeFocused();
        await expect(problems.getByRole('link')).toHaveCount(6);
        await noTrouble(page);
        await field('name').fill('Banksia House & Garden');
        await field('address').fill(words.address);
        await field('location').fill(words.location);
        await field('state').selectOption('VIC');
        await field('postcode').fill('3280');
        await field('phone').fill(words.phone_number);
        await main.getByRole('button', { name: t('common.save') }).click();
        await expect(main.getByRole('button', { name: t('common.saved') })).toBeVisible();
        await page.reload();
        await expect(field('name')).toHaveValue('Banksia House & Garden');
        await expect(field('state')).toHaveValue('VIC');
        await expect(main).toContainText(t('settings.provider.base.contactNote'));
        await noTrouble(page);
      },
    );

    test(
      'an administrator sets the sender and the words of a mail, looks at it, and has a test sent [SET-03, GAP-77]',
      { tag: bothWidths },
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
        await expect(main.getByRole('alert').getByRole('link')).toHaveCount(1);
        await main.getByLabel(t('settings.admin.email.senderName')).fill('Wattle Care');
        await main.getByLabel(t('settings.admin.email.replyTo')).fill('office@wattle.example');
        await main.getByRole('button', { name: t('common.save') }).click();
        await expect(main.getByRole('button', { name: t('common.saved') })).toBeVisible();
        await expect(main.getByRole('button', { name: t('common.saved') })).toHaveCount(0);
        await noTrouble(page);

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
        await noTrouble(page);
        await body.fill('<b>Hello</b>\n\n{button}\n\nSee you soon.');
        await main
          .getByRole('button', { name: t('settings.admin.email.preview') })
          .filter({ visible: true })
          .click();
        const dialog = page.getByRole('dialog', { name: t('settings.admin.email.preview') });
        await expect(dialog).toContainText('<b>Hello</b>');
        await expect(dialog).toContainText(t('mail.welcome.button'));
        await noTrouble(page);
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

test('somebody of a provider who may not manage all of it reads the same and changes nothing [GAP-77, PERM-05]', async ({
  page,
  app,
  signedIn,
}) => {
  const house = await provider(app.services, 'Banksia House');
  await signedIn({ role: 'providerview', providerId: house });
  await page.goto('/provider/settings');
  const main = page.getByRole('main');
  await expect(main).toContainText('You can read these details.');
  await expect(main.getByRole('definition').first()).toHaveText('Banksia House');
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByRole('button', { name: /Save|logo/i })).toHaveCount(0);
  await noTrouble(page);
});

test('a logo is put up, changed and taken away; a file of another kind or too large says so [PROV-27, PROV-28, PROV-29]', async ({
  page,
  app,
  context,
  newCustomer,
  enter,
}) => {
  const house = await provider(app.services, 'Banksia House');
  await enter(await newCustomer({ role: 'provideradmin', providerId: house }));
  await page.goto('/provider/settings');
  const main = page.getByRole('main');
  const box = main.getByLabel('Logo');
  const file = (name: string, buffer: Buffer) => box.setInputFiles({ name, mimeType: 'image/png', buffer });
  await file('logo.svg', Buffer.from('<svg/>'));
  await expect(main.getByRole('alert')).toContainText('JPG, PNG, WebP, BMP');
  await file('logo.png', Buffer.alloc(2_097_153));
  await expect(main.getByRole('alert')).toContainText('2 MB');
  await file('logo.png', Buffer.from('no picture at all'));
  await expect(main.getByRole('alert')).not.toBeEmpty();
  const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#f3b712' } })
    .png()
    .toBuffer();
  await file('our logo.png', picture);
  const logo = main.getByRole('img', { name: 'The logo of Banksia House' });
  await expect(logo).toBeVisible();
  const address = await logo.getAttribute('src');
  const served = await page.request.get(address!);
  expect(served.headers()['content-type']).toBe('image/webp');
  expect(await sharp(await served.body()).metadata()).toMatchObject({ width: 600, height: 200 });
  await noTrouble(page);

  // The customers of the provider see it beside its name.
  await context.clearCookies();
  await enter(await newCustomer({ providerId: house }));
  await page.goto('/settings/profile');
  await expect(main.locator(`img[src="${address}"]`)).toBeVisible();
  await context.clearCookies();
  expect((await page.request.get(address!)).status()).toBe(401);

  await enter(await newCustomer({ role: 'provideradmin', providerId: house }));
  await page.goto('/provider/settings');
  await main.getByRole('button', { name: 'Remove the logo' }).click();
  await expect(logo).toHaveCount(0);
  await expect(page.getByText('The logo is removed')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Add a logo' })).toBeVisible();
});

test('what two people change at once is kept, and where both changed the same the second reads the other words [D-18]', async ({
  page,
  app,
  newCustomer,
  enter,
}) => {
  const house = await provider(app.services, 'Banksia House');
  const priya = await newCustomer({ role: 'provideradmin', providerId: house });
  const context = contextFor(app.services, priya.actor);
  await updateProvider.call(context, { id: house, version: 0, ...words });
  await enter(priya);
  await page.goto('/provider/settings');
  const main = page.getByRole('main');
  await expect(main.getByLabel('Address')).toHaveValue('1 Heath Street');
  await updateProvider.call(context, {
    id: house,
    version: 1,
    ...words,
    location: 'Koroit',
    address: '2 Heath Street',
  });
  await main.getByLabel('Address').fill('3 Heath Street');
  const save = main.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(main.getByRole('alert').filter({ has: page.getByRole('heading') })).toContainText(
    '“2 Heath Street”',
  );
  await expect(main.getByLabel('Address')).toHaveValue('3 Heath Street');
  await expect(main.getByLabel('Location')).toHaveValue('Koroit');
  await expect(save).toBeVisible();
  await save.click();
  await expect(main.getByRole('button', { name: 'Saved' })).toBeVisible();
  const saved = await app.services.db
    .selectFrom('providers')
    .select(['address', 'location', 'version'])
    .where('id', '=', house)
    .executeTakeFirst();
  expect(saved).toEqual({ address: '3 Heath Street', location: 'Koroit', version: 3 });
});

test('words typed in one language of a mail stay while the other is looked at, and everything works by keyboard [GAP-77]', async ({
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

test('buttons of administration are themselves again after 1.5, 2.5 and 3 seconds [CONST-02, CONST-03]', async ({
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
  // The dialog comes with a chunk of its own, which the stopped clock would keep waiting.
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(sure).toBeVisible({ timeout: 500 });
  }).toPass();
  await lasts('Go back to the original text', 'Not saved', 3_000, sure);
});

test('the settings of another role are not for anybody else [SET-02, SET-03, GAP-100]', async ({
  page,
  app,
  context,
  newCustomer,
  enter,
}) => {
  const house = await provider(app.services);
  for (const [role, addresses] of [
    ['user', ['/provider/settings', '/admin/settings/email']],
    ['provideradmin', ['/admin/settings/email', '/settings/profile']],
    ['admin', ['/provider/settings', '/settings/profile']],
  ] as const) {
    await context.clearCookies();
    await enter(await newCustomer({ role, ...(role === 'provideradmin' && { providerId: house }) }));
    for (const address of addresses) {
      await page.goto(address);
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByText('You may not open that page.')).toBeVisible();
    }
  }
});
