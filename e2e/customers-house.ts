import { placeholderEmail } from '../src/domain/customers/placeholder-email.ts';
import { fullAnswers, person, provider, type TestPerson, type TestPersonSpec } from '../testing/people.ts';
import type { TestApp } from '../testing/start-app.ts';

const complete = { status: 'complete' as const, answers: fullAnswers() };

/** What a test says of a customer besides the name. */
export type Resident = TestPersonSpec & {
  status?: 'invited' | 'active' | 'suspended' | 'archived';
  /** Staff named the address. */
  designated?: boolean;
  /** The account has no address. */
  placeholder?: boolean;
  customerId?: string;
  /** ISO instant. */
  invited?: string;
};

/** Makes a customer of a provider. */
export async function resident(
  app: TestApp,
  providerId: string,
  { status = 'active', designated, placeholder, customerId, invited, ...spec }: Resident = {},
): Promise<TestPerson> {
  const who = await person(app.services, { providerId, ...spec });
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

/** A house with residents as a nurse meets them in the morning: one of each kind, the newest first. */
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
