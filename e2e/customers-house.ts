import type { Locator, Page } from '@playwright/test';
import { placeholderEmail } from '../src/domain/customers/placeholder-email.ts';
import { fullAnswers, person, provider, type TestPerson, type TestPersonSpec } from '../testing/people.ts';
import type { TestApp } from '../testing/start-app.ts';

const complete = { status: 'complete' as const, answers: fullAnswers() };

/** Options of a test's customer besides the name. */
export type Resident = TestPersonSpec & {
  status?: 'invited' | 'active' | 'suspended' | 'archived';
  /** Staff entered the address. */
  designated?: boolean;
  /** The account has no address. */
  placeholder?: boolean;
  customerId?: string;
  /** ISO instant. */
  invited?: string;
};

let made = 0;

/** Makes a customer of a provider. */
export async function resident(
  app: TestApp,
  providerId: string,
  { status = 'active', designated, placeholder, customerId, invited, ...spec }: Resident = {},
): Promise<TestPerson> {
  const email = `resident.${(made += 1)}@test.example`;
  const who = await person(app.services, { providerId, email, ...spec });
  const now = app.services.clock();
  await app.services.db
    .updateTable('users')
    .set({
      status,
      ...(status === 'invited' && { invite_date: invited === undefined ? now : new Date(invited) }),
      ...(designated && { email_designated_at: now }),
      ...(placeholder && { email: placeholderEmail(who.userId) }),
      ...(customerId !== undefined && { customer_id: customerId }),
      ...(invited !== undefined && { created_at: new Date(invited) }),
    })
    .where('id', '=', who.userId)
    .execute();
  return who;
}

/** A provider with a typical list of residents: one of each kind, the newest first. */
export async function house(app: TestApp, name = 'Banksia House'): Promise<string> {
  const id = await provider(app.services, name);
  const add = (firstName: string, lastName: string, more: Resident) =>
    resident(app, id, { firstName, lastName, ...more });
  await add('Dorothy', 'Hughes', { plan: complete, invited: '2026-03-01T01:00:00Z', customerId: 'BC-0131' });
  await add('Joan', 'Murphy', { status: 'suspended', invited: '2026-03-02T01:00:00Z' });
  await add('Arthur', 'Whitlock', { status: 'invited', invited: '2026-03-03T01:00:00Z' });
  await add('Noor', 'Haddad', { status: 'invited', designated: true, invited: '2026-03-04T01:00:00Z' });
  await add('梅', '陈', { invited: '2026-03-05T01:00:00Z', customerId: 'BC-0140' });
  await add('Lin Mei', 'Chen', { plan: complete, invited: '2026-03-06T01:00:00Z', customerId: 'BC-0142' });
  return id;
}

/** A provider with one customer, Rose Ward. */
export async function houseOfRose(app: TestApp): Promise<{ id: string; userId: string }> {
  const id = await provider(app.services);
  return { id, userId: (await resident(app, id, { firstName: 'Rose', lastName: 'Ward' })).userId };
}

/** Selects an action in the menu of a customer in the table. Returns the button that opens the menu. */
export async function choose(page: Page, customer: string, action: string): Promise<Locator> {
  const trigger = page.getByRole('button', { name: `Actions for ${customer}` });
  await trigger.click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  return trigger;
}

/** Returns a unique Medicare number with its check digit. */
export function newMedicareNumber(): string {
  const eight = `2${String(Date.now() % 10_000_000).padStart(7, '0')}`;
  const sum = [1, 3, 7, 9, 1, 3, 7, 9].reduce((total, weight, at) => total + weight * Number(eight[at]), 0);
  return `${eight}${sum % 10}1`;
}
