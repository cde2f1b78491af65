import type { Locator, Page } from '@playwright/test';
import { provider } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';

/** Valid provider details besides the name. */
export const house = {
  address: '12 Heath Street',
  location: 'Warrnambool',
  state: 'VIC',
  postcode: '3280',
  phone_number: '(03) 5550 0140',
  email: '',
};

/** The tree, with the results of a search for a name. */
export const searched = (name: string) => `/admin/providers?search=${encodeURIComponent(name)}`;

/** Opens the menu of a provider in the tree, and chooses an action by its text. */
export async function choose(page: Page, menu: string, action: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Searches for a provider by its name in a field, and selects it. */
export async function pick(page: Page, field: Locator, name: string): Promise<void> {
  await field.press('ArrowDown');
  await field.fill(name);
  await page.getByRole('option', { name }).click();
}

/** Returns a provider as stored. */
export const rowOf = (app: TestApp, id: string) =>
  app.services.db.selectFrom('providers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Makes a provider whose form is complete. */
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
