import { password, provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { choose, house, resident } from '../customers-house.ts';
import { errorSummary } from '../error-summary.ts';
import { expect, test } from '../wattle.ts';
import { texts } from '../words.ts';

test('a customer without an address begins together with staff by consent, or gets an address [S-44] [N-08]', async ({
  page,
  app,
  signedIn,
}) => {
  const id = await provider(app.services);
  await resident(app, id, { firstName: 'Ada', lastName: 'Ward', placeholder: true });
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/provider/customers');
  await page.getByRole('button', { name: 'Actions for Ada Ward' }).click();
  await expect(page.getByRole('menuitem', { name: 'Log in as customer' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Add an email address' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Add an email address for Ada Ward');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'Ada Ward', 'Begin together');
  await isInOrder(page);
  await dialog.getByRole('textbox', { name: 'Why do you need to do this?' }).fill('She asked me to write');
  await dialog.getByLabel('Your own password').fill(password);
  const begin = dialog.getByRole('button', { name: 'Begin together' });
  await begin.click();
  await expect(errorSummary(dialog)).toContainText('Tick this only once the customer has agreed');
  await dialog.getByRole('checkbox').check();
  await begin.click();
  await expect(page.getByRole('region', { name: /^This is the account of Ada Ward\. / })).toBeVisible();
});

test('an editor logs in as a customer from the row, unless the customer is suspended; a viewer cannot [CACT-10, S-41]', async ({
  page,
  app,
  newCustomer,
  enter,
  signedIn,
}) => {
  const providerId = await house(app);
  await signedIn({ role: 'providerview', providerId });
  await page.goto('/provider/customers');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);

  await page.context().clearCookies();
  const editor = await newCustomer({ role: 'provideradmin', providerId });
  await enter(editor);
  await page.goto('/provider/customers');
  await page.getByRole('button', { name: 'Actions for Joan Murphy' }).click();
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
  await expect(page.getByRole('menuitem', { name: 'Log in as customer' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await choose(page, 'Lin Mei Chen', 'Log in as customer');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Lin Mei Chen');
  await isInOrder(page);
  await dialog.getByRole('textbox', { name: texts.en('lac.confirm.reason') }).fill('She rang for help');
  await dialog.getByRole('textbox', { name: texts.en('lac.confirm.password') }).fill(editor.password);
  await dialog.getByRole('button', { name: texts.en('lac.confirm.button') }).click();
  await expect(page).toHaveURL('/dashboard');
  const banner = page.getByRole('region', { name: texts.en('lac.banner', { customer: 'Lin Mei Chen' }) });
  await expect(banner).toBeVisible();
});
