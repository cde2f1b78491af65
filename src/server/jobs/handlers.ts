import type { Services } from '../context.ts';
import { announce, findStaffFor } from '../features/notifications/store.ts';
import { findLink, type LinkPurpose } from '../features/accounts/tokens.ts';
import { findDecisionMakers } from '../features/sharing/store.ts';
import {
  legacyResetLetter,
  resetLetter,
  securityLetter,
  verificationLetter,
  verificationWithFileLetter,
  welcomeLetter,
  type SecurityNotice,
} from '../mails/account-letters.ts';
import { deliver } from '../mails/deliver.ts';
import { writeMail, type Letter, type Receiver } from '../mails/letter.ts';
import {
  emergencyOpenedContactLetter,
  emergencyOpenedLetter,
  planCompletedLetter,
} from '../mails/plan-letters.ts';
import type { Mailer } from '../ports/mail/port.ts';
import type { JobLog, QueueName } from './queue.ts';

/** What a handler works with. */
export type JobContext = {
  services: Services;
  mailer: Mailer;
  log: JobLog;
  /** Stays the same for every attempt: what a handler makes carries it, so that a second attempt makes nothing twice. */
  jobId: string;
  /** When the change was committed. */
  at: Date;
};

/** The facts of an event, as the operation that emitted it wrote them. */
export type Payload = Readonly<Record<string, unknown>>;

export type Handler = (payload: Payload, context: JobContext) => Promise<void>;

/** The person of an event, as mails need them; null when the account is gone or may get none. */
type Person = Receiver & { id: string; person: string | null; legacyReset: boolean };

async function findPerson({ services }: JobContext, payload: Payload): Promise<Person | null> {
  const row = await services.db
    .selectFrom('users')
    .select(['id', 'email', 'language', 'first_name', 'last_name', 'for_my_self', 'legacy_reset', 'status'])
    .where('id', '=', String(payload['user_id']))
    .executeTakeFirst();
  if (!row || row.status === 'archived') return null;
  const { id, email, language, for_my_self } = row;
  const fullName = [row.first_name, row.last_name].filter(Boolean).join(' ').trim();
  return {
    id,
    email,
    language,
    // The account's name is the person's, so whoever looks after the account for them is greeted without one (D-02).
    firstName: for_my_self ? row.first_name : null,
    person: for_my_self || fullName === '' ? null : fullName,
    legacyReset: row.legacy_reset,
  };
}

/** `part` tells the mails of one job apart. */
async function send(context: JobContext, receiver: Receiver, letter: Letter, part = 'owner'): Promise<void> {
  const { services, mailer, log, jobId } = context;
  const { config } = services;
  const messageId = `${jobId}.${part}@${new URL(config.publicUrl).hostname.replace(/[^A-Za-z0-9.-]/g, '') || 'wattle'}`;
  const delivery = await deliver(services.db, mailer, writeMail(config, messageId, receiver, letter));
  if (delivery === 'refused') log(`The mail server refused a mail for good (${messageId}).`);
}

const stranger = (person: Person): Receiver => ({ ...person, firstName: null });

/** A mail with a link that opens something. Nobody has proved yet whose address it is, so it greets nobody by name. */
function linkMail(
  purpose: LinkPurpose,
  letterOf: (link: string, person: Person, payload: Payload) => Letter,
): Handler {
  return async (payload, context) => {
    const person = await findPerson(context, payload);
    // No link: it was used or ran out while the mail server was away, or a newer event mails a newer one.
    const link = person && (await findLink(context.services, purpose, person.id));
    if (person && link) await send(context, stranger(person), letterOf(link, person, payload));
  };
}

const accountMail =
  (letterOf: (context: JobContext, person: Person) => Letter): Handler =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    if (person) await send(context, person, letterOf(context, person));
  };

const verificationMail = linkMail('verify-email', (link, _, payload) =>
  payload['with_file'] === true ? verificationWithFileLetter(link) : verificationLetter(link),
);

const resetMail = linkMail('reset-password', (link, person) =>
  person.legacyReset ? legacyResetLetter(link) : resetLetter(link),
);

/** When it happened, as the event says; else when it was committed. */
function momentOf(payload: Payload, context: JobContext): Date {
  const { at } = payload;
  const told = new Date(typeof at === 'string' ? at : '');
  return Number.isNaN(told.getTime()) ? context.at : told;
}

const securityMail = (notice: SecurityNotice): Handler =>
  accountMail((context) => securityLetter(context.services.config, notice, context.at));

const openedMail: Handler = async (payload, context) => {
  const person = await findPerson(context, payload);
  if (person)
    await send(
      context,
      person,
      emergencyOpenedLetter(context.services.config, person, momentOf(payload, context)),
    );
};

const decisionMakersMail: Handler = async (payload, context) => {
  const owner = await findPerson(context, payload);
  if (!owner) return;
  const { db } = context.services;
  const names = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const person = [names.first_name, names.last_name].filter(Boolean).join(' ').trim();
  if (person === '') return;
  const letter = emergencyOpenedContactLetter(person, momentOf(payload, context));
  for (const contact of await findDecisionMakers(db, owner.id)) {
    await send(
      context,
      { email: contact.email, language: owner.language, firstName: contact.name },
      letter,
      contact.id,
    );
  }
};

const tellStaff =
  (template: 'ACP_COMPLETED' | 'ACP_UPDATED'): Handler =>
  async (payload, { services, jobId, at }) => {
    const userId = String(payload['user_id']);
    const metadata = { plan_version: Number(payload['plan_version'] ?? 0) };
    const receivers = await findStaffFor(services.db, userId);
    await announce(services.db, { eventId: jobId, template, metadata, userId, at }, receivers);
  };

const tellOwnerOfOpening: Handler = async (payload, context) => {
  const person = await findPerson(context, payload);
  if (!person) return;
  const metadata = { version: Number(payload['version'] ?? 0) };
  const announcement = {
    eventId: context.jobId,
    template: 'ACP_OPENED',
    metadata,
    userId: person.id,
    at: momentOf(payload, context),
  };
  await announce(context.services.db, announcement, [person.id]);
};

/** One thing that an event leads to, and the queue it waits in. */
export type Task = { queue: QueueName; run: Handler };

const mailing = (run: Handler): Task => ({ queue: 'mails', run });
const noticing = (run: Handler): Task => ({ queue: 'notices', run });

/** What each event leads to. Each task is a job of its own: one that fails does not hold up or repeat the others. */
export const handlers: Readonly<Record<string, Readonly<Record<string, Task>>>> = {
  'account.verification-wanted': { mail: mailing(verificationMail) },
  'account.verified': { mail: mailing(accountMail(({ services }) => welcomeLetter(services.config))) },
  'account.reset-wanted': { mail: mailing(resetMail) },
  'account.password-changed': { mail: mailing(securityMail('passwordChanged')) },
  'card.renewed': { mail: mailing(securityMail('cardRenewed')) },
  'acp.completed': {
    mail: mailing(accountMail(({ services }, person) => planCompletedLetter(services.config, person))),
    staff: noticing(tellStaff('ACP_COMPLETED')),
  },
  'acp.updated': { staff: noticing(tellStaff('ACP_UPDATED')) },
  'emergency.opened': {
    mail: mailing(openedMail),
    contacts: mailing(decisionMakersMail),
    owner: noticing(tellOwnerOfOpening),
  },
};

/** The handlers of an event; none for an event that nobody listens to. */
export function handlersOf(event: string): { handler: string; queue: QueueName }[] {
  if (!Object.hasOwn(handlers, event)) return [];
  return Object.entries(handlers[event] ?? {}).map(([handler, { queue }]) => ({ handler, queue }));
}
