import type { Locator, Page } from '@playwright/test';
import { provider } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';

/** What is said of a provider of which nothing is wrong, beside its name. */
export const house = {
  address: '12 Heath Street',
  location: 'Warrnambool',
  state: 'VIC',
  postcode: '3280',
  phone_number: '(03) 5550 0140',
  email: '',
};

/** The tree, with what a search for a name finds. */
export const searched = (name: string) => `/admin/providers?search=${encodeURIComponent(name)}`;

/** Opens the menu of a provider in the tree, and picks an action by its words. */
export async function choose(page: Page, menu: string, action: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Looks one up by its name in a field, and picks it. */
export async function pick(page: Page, field: Locator, name: string): Promise<void> {
  await field.press('ArrowDown');
  await field.fill(name);
  await page.getByRole('option', { name }).click();
}

/** A provider as it is stored. */
export const rowOf = (app: TestApp, id: string) =>
  app.services.db.selectFrom('providers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Makes a provider whose form is filled in. */
export async function fullProvider(
  app: TestApp,
  name: string,
  parent: string | null = null,
): Promise<string> {
  const id = await provider(app.services, name, parent);
  await app.services.db
    .updateTable('providers')
    .set({ ...house, name, subscription_start_date: '2024-07-01' })
    .where('id', '=', id)
    .execute();
  return id;
}
