import { expect, type Locator, type Page } from '@playwright/test';
import { person, provider } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { resident } from '../customers-house.ts';
import { signed } from '../saved-plan.ts';
import type { SignedIn } from '../wattle.ts';

let made = 0;

/** A group with two providers, wards under the first one, and a lodge of another tree. Each name is unique to this test. */
export async function grown(app: TestApp) {
  const { services } = app;
  const mark = `T${(made += 1)}w${process.pid}`;
  const name = (words: string) => `Aa ${mark} ${words}`;
  const group = await provider(services, name('Group'));
  const house = await provider(services, name('House'), group);
  const ward = await provider(services, name('Ward'), house);
  const south = await provider(services, name('South'), group);
  const lodge = await provider(services, name('Zed Lodge'));
  await resident(app, ward, signed());
  await resident(app, house);
  const { userId } = await person(services, {
    role: 'provideradmin',
    providerId: ward,
    firstName: 'Priya',
    lastName: mark,
  });
  await services.db.updateTable('providers').set({ contact_id: userId }).where('id', '=', ward).execute();
  return { mark, name, group, house, ward, south, lodge };
}

/** The tree of a new group, as platform staff see it: the group with its two providers. */
export async function openGroup(page: Page, app: TestApp, signedIn: SignedIn) {
  const at = await grown(app);
  await signedIn({ role: 'tlcadmin' });
  await page.goto(`/admin/providers?under=${at.group}`);
  const rows = grid(page).locator('[data-row]');
  await expect(rows).toHaveCount(3);
  return { at, rows };
}

export const grid = (page: Page) => page.getByRole('treegrid');
export const row = (page: Page, name: string): Locator =>
  grid(page).getByRole('row').filter({ hasText: name });
