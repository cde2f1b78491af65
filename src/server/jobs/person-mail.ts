import { fullName, greetingName } from '../../domain/names.ts';
import { translators } from '../../domain/i18n/translators.ts';
import { findWording } from '../features/mail-settings/api.ts';
import { deliver, type Delivery } from '../mails/deliver.ts';
import { onBehalf, writeMail, type MailTemplate, type Receiver, type Wording } from '../mails/mail.ts';
import type { Handler, JobContext } from './task.ts';

/** The person of an event, with the fields for mails. `person` is for whom they keep the plan; null if it is their own (D-02). */
export type Person = Receiver & { id: string; person: string | null; legacyReset: boolean };

/** Loads the current data of an event's person; null if the account is gone, or if it is archived and `archivedToo` is false. */
export async function findPerson(
  context: JobContext,
  event: { user_id: string },
  { archivedToo = false } = {},
): Promise<Person | null> {
  const found = await findCardOwner(context, event);
  return found?.status === 'archived' && !archivedToo ? null : found;
}

/** Loads the owner of a card, in every state of the account, because the card opens in every state. */
export async function findCardOwner(
  { services }: JobContext,
  { user_id }: { user_id: string },
): Promise<(Person & { status: string }) | null> {
  const row = await services.db
    .selectFrom('users')
    .select(['id', 'email', 'language', 'first_name', 'last_name', 'for_my_self', 'legacy_reset', 'status'])
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!row) return null;
  const { id, email, language, for_my_self, status } = row;
  const name = fullName(row);
  return {
    id,
    status,
    email,
    language,
    // The account has the name of the plan's person, so a person who manages the account for them is greeted without a name
    // (D-02).
    firstName: for_my_self ? greetingName(row) || null : null,
    person: for_my_self ? null : name || translators[language]('onBehalf.thePerson'),
    legacyReset: row.legacy_reset,
  };
}

/**
 * Sends a mail to a person, in the form for those who keep the plan for another, if they do. `part` distinguishes the mails of one
 * job. An administrator sets the sender and the texts, which are the same in both forms (GAP-77).
 */
export async function send(
  context: JobContext,
  receiver: Receiver & Partial<Pick<Person, 'person'>>,
  template: MailTemplate,
  part = 'owner',
  more: Wording = {},
): Promise<Delivery> {
  const { services, mailer, log, jobId } = context;
  const { config } = services;
  const wording = { ...(await findWording(services.db, template)), ...more };
  const messageId = `${jobId}.${part}@${new URL(config.publicUrl).hostname.replace(/[^A-Za-z0-9.-]/g, '') || 'wattle'}`;
  const own = receiver.person ? onBehalf(template) : template;
  const mail = writeMail(config, messageId, receiver, own, wording);
  const delivery = await deliver(services.db, mailer, mail);
  if (delivery === 'refused') log(`The mail server refused a mail for good (${messageId}).`, 'error');
  return delivery;
}

/**
 * Sends to each of several receivers, and continues after a failure, so that one full mailbox does not keep the others from being
 * notified.
 * @throws the first failure, after all receivers: the job is retried, and receivers with the mail get no second one
 */
export async function toEach<Item>(
  items: readonly Item[],
  write: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await write(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Creates a handler that sends a mail to the person of an event. */
export const mailTo =
  (templateOf: (context: JobContext, person: Person) => MailTemplate): Handler<{ user_id: string }> =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    if (person) await send(context, person, templateOf(context, person));
  };
