import sharp from 'sharp';
import { contextFor, provider } from '../../testing/people.ts';
import { updateProvider } from '../../src/server/features/providers/form/update-operation.ts';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

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
  test.describe(`the settings of a provider, in ${language}`, () => {
    test.use({ language });

    test(
      `a provider admin changes the provider’s details, and each field shows its errors [SET-02, GAP-77, PROV-19, PROV-20] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
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
        const problems = errorSummary(main);
        await expect(problems).toBeFocused();
        await expect(problems.getByRole('link')).toHaveCount(6);
        await isInOrder(page);
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
        await isInOrder(page);
      },
    );
  });
}

for (const language of languages) {
  test.describe(`a rename of the own provider, in ${language}`, () => {
    test.use({ language });

    test(
      `is undone from the message that confirms it, keeps what was typed since, and is not undone after another change [N-12] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const { db } = app.services;
        const own = `Callistemon ${language} ${test.info().project.name}`;
        const id = await provider(app.services, own);
        const { name: _, ...details } = words;
        await db.updateTable('providers').set(details).where('id', '=', id).execute();
        await signedIn({ role: 'provideradmin', providerId: id });
        await page.goto('/provider/settings');
        const main = page.getByRole('main');
        const name = main.getByLabel(t('settings.provider.base.name'));
        const phone = main.getByLabel(t('settings.provider.base.phone'));
        const undo = page.getByRole('button', { name: t('providers.undo'), exact: true });
        const nameOf = async () =>
          (await db.selectFrom('providers').select('name').where('id', '=', id).executeTakeFirstOrThrow())
            .name;
        const rename = async (from: string, to: string) => {
          await name.fill(to);
          await main.getByRole('button', { name: t('common.save') }).click();
          await expect(page.getByText(t('providers.renamed', { before: from, provider: to }))).toBeVisible();
        };
        await rename(own, `${own} House`);
        expect(await nameOf()).toBe(`${own} House`);
        await phone.fill('(03) 5550 0199');
        await undo.click();
        await expect(page.getByText(t('providers.undone', { provider: own }))).toBeVisible();
        await expect(name).toHaveValue(own);
        await expect(phone).toHaveValue('(03) 5550 0199');
        expect(await nameOf()).toBe(own);

        // Saved with another field, a new name has no Undo.
        await name.fill(`${own} Court`);
        await main.getByRole('button', { name: t('common.save') }).click();
        await expect(main.getByRole('button', { name: t('common.saved') })).toBeVisible();
        await expect(undo).toHaveCount(0);

        await rename(`${own} Court`, own);
        await db.updateTable('providers').set({ version: 99 }).where('id', '=', id).execute();
        await undo.click();
        await expect(page.getByText(t('providers.notUndone', { provider: `${own} Court` }))).toBeVisible();
        expect(await nameOf()).toBe(own);
      },
    );
  });
}

test('staff of a provider without full rights see the same and cannot change it [GAP-77, PERM-05]', async ({
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
  await isInOrder(page);
});

test('a logo is added, changed and removed; another file type or a large file shows an error [PROV-27, PROV-28, PROV-29, ERR-37]', async ({
  page,
  app,
  context,
  signedIn,
}) => {
  const house = await provider(app.services, 'Banksia House');
  await signedIn({ role: 'provideradmin', providerId: house });
  await page.goto('/provider/settings');
  const main = page.getByRole('main');
  const box = main.getByLabel('Logo');
  const file = (name: string, buffer: Buffer) => box.setInputFiles({ name, mimeType: 'image/png', buffer });
  // Shown at the field, and announced to screen readers by the snackbar only.
  const isSaid = async (words: string) => {
    await expect(main.getByText(words)).toBeVisible();
    await expect(page.locator('.snacks')).toContainText(words);
    await expect(main.getByRole('alert')).toHaveCount(0);
  };
  await file('logo.svg', Buffer.from('<svg/>'));
  await isSaid('This type of file is not allowed. Use JPG, PNG, WebP, BMP.');
  await file('logo.png', Buffer.alloc(2_097_153));
  await isSaid('This file is too large. The limit is 2 MB.');
  await file('logo.png', Buffer.from('no picture at all'));
  await isSaid('This type of file is not allowed. Use JPG, PNG, WebP, BMP.');
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
  await isInOrder(page);

  // The provider's customers see it beside its name.
  await context.clearCookies();
  await signedIn({ providerId: house });
  await page.goto('/settings/profile');
  await expect(main.locator(`img[src="${address}"]`)).toBeVisible();
  await context.clearCookies();
  expect((await page.request.get(address!)).status()).toBe(401);

  await signedIn({ role: 'provideradmin', providerId: house });
  await page.goto('/provider/settings');
  await main.getByRole('button', { name: 'Remove the logo' }).click();
  await expect(logo).toHaveCount(0);
  await expect(page.getByText('The logo is removed')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Add a logo' })).toBeFocused();
});

test('simultaneous changes of two people are kept, and where both changed the same field the second sees the other text [D-18]', async ({
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
  await expect(errorSummary(main)).toContainText('“2 Heath Street”');
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
