import type { Page } from '@playwright/test';
import { errorSummary } from '../error-summary.ts';
import { house } from '../customers-house.ts';
import { openGroup } from '../organisation/providers-trees.ts';
import { expect, main, test } from '../wattle.ts';
import { ScreenReader } from './screen-reader.ts';

test.use({ actionTimeout: 10_000 });

/** Presses Tab this number of times, and records the focused element each time. */
async function tabs(page: Page, screenReader: ScreenReader, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press('Tab');
    await screenReader.focus();
  }
}

/** In brackets the group or dialog that focus enters, in parentheses the announcement of a live region. */
const customersAnnounced: readonly string[] = [
  'Search customers, searchbox, Name, email, room, plan status or provider',
  'Provider, combobox',
  'Plan and account, combobox',
  'Customers with plan status and actions, region',
  'Pick all on this page, checkbox',
  'Customer, button',
  'Room, button',
  'Invited, button',
  'Columns, button',
  'Pick Lin Mei Chen, checkbox',
  'Lin Mei Chen, link',
  'Emergency facts of Lin Mei Chen, to print (opens in a new tab), link',
  'Actions for Lin Mei Chen, button',
  'Remove Lin Mei Chen, button',
  'Pick 陈梅, checkbox',
  '[Remove Lin Mei Chen?, alertdialog]',
  'Remove, button, disabled, Type DELETE to confirm',
  'Type DELETE to confirm, textbox, required, invalid, In capital letters, without spaces Type DELETE to confirm',
];

/** The last five are the lines of the summary, in the order of the fields. */
const treeAnnounced: readonly string[] = [
  'Invite provider, button',
  'Add provider, button',
  'All providers, link',
  'Registered providers, link',
  'Care facilities, link',
  'Search providers, searchbox, Name of the provider or the contact person',
  'Open all levels, button',
  'Show archived, button',
  'All providers, link',
  'Fill in the provider name',
  'Fill in the first name',
  'Fill in the last name',
  'Enter an email address',
  'Choose internal or external',
];

test(`screen reader output of the table of customers and the removal of one [S-106] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const screenReader = await ScreenReader.on(page);
  const id = await house(app, 'Heard House');
  await signedIn({ role: 'tlcadmin' });
  await page.goto(`/admin/customers?provider_id=${id}`);
  const actions = page.getByRole('button', { name: 'Actions for Lin Mei Chen' });
  await actions.waitFor();
  await page.getByRole('searchbox').first().focus();
  screenReader.lines.length = 0;
  await screenReader.focus();
  await tabs(page, screenReader, 14);
  await page.getByRole('button', { name: 'Remove Lin Mei Chen' }).click();
  const remove = page.getByRole('alertdialog').locator('.btn.danger');
  await remove.focus();
  await screenReader.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('textbox', { name: /DELETE/ })).toBeFocused();
  await screenReader.focus();
  expect(screenReader.lines).toEqual(customersAnnounced);
});

test('screen reader output of the tree of providers and the invitation of one [S-106]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const screenReader = await ScreenReader.on(page);
  const { at, rows } = await openGroup(page, app, signedIn);
  await rows.first().waitFor();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('providers.invite') })
    .focus();
  screenReader.lines.length = 0;
  await screenReader.focus();
  await tabs(page, screenReader, 8);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('providers.invite') })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('providers.inviteForm.submit') }).click();
  await expect(errorSummary(page)).toBeFocused();
  screenReader.lines.push(...(await errorSummary(page).getByRole('link').allInnerTexts()));
  const lines = screenReader.lines.map((line) => line.replaceAll(at.mark, 'MARK'));
  expect(lines).toEqual(treeAnnounced);
});
