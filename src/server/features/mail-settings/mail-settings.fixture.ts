import { sql } from 'kysely';
import { contextFor, person, provider, type TestPerson } from '../../../../testing/people.ts';
import type { TestServices } from '../../../../testing/services.ts';
import type { Actor } from '../../../domain/access/actors.ts';
import type { AppError } from '../../../domain/errors.ts';
import type { Services } from '../../pipeline/context.ts';
import { tasksOf } from '../../jobs/events/handlers.ts';
import { outboxMailer } from '../../ports/mail/outbox.ts';

/** The sender of the configuration. */
export const configured = { MAIL_FROM: '"Wattle Care" <no-reply@wattle.example>' };

/** The mail whose texts most tests change. */
export const welcome = { template: 'welcome', language: 'en' } as const;

/** Valid texts for the welcome mail. */
export const words = {
  subject: 'Hello from us',
  body: 'Good to have you.\n\n{button}\n\nTalk to your family first.',
};

/** Returns the errors of a call by field: the message, and its list if there is one. */
export const fieldsOf = (call: Promise<unknown>) =>
  call.then(
    () => ({}),
    (error: AppError) =>
      Object.fromEntries(
        error.fields.map(({ field, message, params }) => [field, [message, params?.['list']]]),
      ),
  );

/**
 * Returns callers with and without permission, by name, and common steps of the tests of this folder, on the services that the
 * current test uses.
 */
export function mailSettingsOn(current: () => TestServices) {
  const who: Record<string, TestPerson> = {};

  async function makePeople(services: Services): Promise<void> {
    const house = await provider(services);
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const)
      who[role] = await person(services, { role, language: 'zh' });
    who['head'] = await person(services, { role: 'provideradmin', providerId: house });
    who['reader'] = await person(services, { role: 'providerview', providerId: house });
    who['customer'] = await person(services, {});
  }

  /** Deletes the data of the previous test. */
  async function empty({ db }: Services): Promise<void> {
    for (const table of ['mail_settings', 'mail_templates', 'attempts', 'outbox', 'mail_outbox'] as const)
      await db.deleteFrom(table).execute();
    await sql`truncate sent_messages`.execute(db);
  }

  const as = (name: string, change: Partial<Extract<Actor, { kind: 'person' }>> = {}) =>
    contextFor(current().services, { ...who[name]!.actor, ...change });
  const events = () => current().services.db.selectFrom('outbox').selectAll().execute();
  const mails = () =>
    current().services.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').execute();

  /** Runs the jobs of an event. */
  async function run(type: string, payload: Record<string, unknown>): Promise<void> {
    const mailer = outboxMailer(current().services.db);
    for (const task of Object.values(tasksOf(type)))
      await task.run(payload, {
        services: current().services,
        mailer,
        log: () => {},
        jobId: crypto.randomUUID(),
        at: new Date(),
      });
  }

  return { who, makePeople, empty, as, events, mails, run };
}
