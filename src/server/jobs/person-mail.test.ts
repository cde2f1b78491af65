import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { planLockedMail } from '../mails/plan-control-mails.ts';
import { openReceiver, sealReceiver } from '../features/privacy/api.ts';
import { mailServer } from './jobs.fixture.ts';
import { findPerson, send } from './person-mail.ts';
import type { JobContext } from './task.ts';

let test: TestServices;
beforeAll(async () => {
  test = await startServices();
});
afterAll(() => test.close());

const staff = { name: 'Priya Nair', organisation: 'Banksia House' };
const { state, mailer } = mailServer();
const context = (): JobContext => ({
  ...{ services: test.services, mailer, log: () => {}, jobId: randomUUID(), at: new Date() },
});

async function lockedMailTo(values: { for_my_self: boolean; first_name?: null; last_name?: null }) {
  const { userId } = await person(test.services);
  await test.services.db.updateTable('users').set(values).where('id', '=', userId).execute();
  const owner = await findPerson(context(), { user_id: userId });
  await send(context(), owner!, planLockedMail(test.services.config, staff));
  return state.sent.at(-1)!.subject;
}

it('a mail speaks of the plan to a person who keeps it for another, also without a name [D-02]', async () => {
  expect(await lockedMailTo({ for_my_self: true })).toBe('Your plan was locked');
  expect(await lockedMailTo({ for_my_self: false })).toBe('The plan was locked');
  expect(await lockedMailTo({ for_my_self: false, first_name: null, last_name: null })).toBe(
    'The plan was locked',
  );
});

it('the texts of an administrator are used for both [D-02, GAP-77]', async () => {
  await test.services.db
    .insertInto('mail_templates')
    .values({ template: 'planLocked', language: 'en', subject: 'Locked', body: 'By {provider}.\n\n{button}' })
    .execute();
  expect(await lockedMailTo({ for_my_self: true })).toBe('Locked');
  expect(await lockedMailTo({ for_my_self: false })).toBe('Locked');
});

it('the sealed receiver of a last mail keeps whether the plan was that of another person [D-02]', () => {
  const leaving = {
    userId: randomUUID(),
    email: 'a@demo.example',
    language: 'en',
    first_name: 'Ann',
  } as const;
  const sealed = (for_my_self: boolean) =>
    openReceiver(
      test.services,
      leaving.userId,
      sealReceiver(test.services, { ...leaving, last_name: 'Doe', for_my_self }),
    );
  expect(sealed(true)).toEqual({ email: 'a@demo.example', language: 'en', firstName: 'Ann' });
  expect(sealed(false)).toEqual({
    ...{ email: 'a@demo.example', language: 'en', firstName: null, person: 'Ann Doe' },
  });
});
