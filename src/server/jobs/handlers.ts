import type { TextParams } from '../../domain/i18n/texts.ts';
import { findFacts, findLastDigits } from '../features/second-step/api.ts';
import { countDigest } from '../features/notifications/digests.ts';
import { announce, findStaffFor, type Announcement } from '../features/notifications/store.ts';
import { findLink, type LinkPurpose } from '../features/sign-in/api.ts';
import { findDecisionMakers } from '../features/sharing/store.ts';
import {
  legacyResetLetter,
  resetLetter,
  securityLetter,
  verificationLetter,
  verificationWithFileLetter,
  welcomeLetter,
  type SecurityNotice,
} from '../mails/account-mails.ts';
import { digestLetter } from '../mails/digest-mail.ts';
import type { Letter, Receiver } from '../mails/mail.ts';
import {
  emergencyOpenedContactLetter,
  emergencyOpenedLetter,
  planCompletedLetter,
} from '../mails/plan-mails.ts';
import { deskMail, helpCopyMail, testMail } from './help-handlers.ts';
import { deletedMail, deletionMail, exportReadyMail, exportTask } from './privacy-handlers.ts';
import { findPerson, send, type Handler, type JobContext, type Payload, type Person } from './person-mail.ts';
import type { QueueName } from './queue.ts';
import { newDeviceMail, tellOfVisit, visitMail } from './impersonation-handlers.ts';

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

/** `namedOf` finds what the notice's texts name, when it is written. */
const securityMail =
  (
    notice: SecurityNotice,
    namedOf?: (context: JobContext, payload: Payload) => Promise<TextParams>,
  ): Handler =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    const named = person && (await namedOf?.(context, payload));
    if (person)
      await send(context, person, securityLetter(context.services.config, notice, context.at, named ?? {}));
  };

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
  (template: 'ACP_COMPLETED' | 'ACP_UPDATED' | 'ACP_SIGNUP'): Handler =>
  async (payload, { services, jobId, at }) => {
    const userId = String(payload['user_id']);
    const { plan_version } = payload;
    const metadata: Announcement['metadata'] = typeof plan_version === 'number' ? { plan_version } : {};
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

const digestMail: Handler = async (payload, context) => {
  const person = await findPerson(context, payload);
  const period = { from: String(payload['from']), to: String(payload['to']) };
  const digest = person && (await countDigest(context.services.db, person.id, period));
  if (!person || !digest) return;
  const { config } = context.services;
  const provider = digest.provider ?? config.company.name;
  const frequency = payload['frequency'] === 'annually' ? 'annually' : 'monthly';
  await send(context, person, digestLetter(config, { ...digest, frequency, period, provider }));
};

/** One thing that an event leads to, and the queue it waits in. */
export type Task = { queue: QueueName; run: Handler };

const mailing = (run: Handler): Task => ({ queue: 'mails', run });
const noticing = (run: Handler): Task => ({ queue: 'notices', run });
const exporting = (run: Handler): Task => ({ queue: 'exports', run });

/** What each event leads to. Each task is a job of its own: one that fails does not hold up or repeat the others. */
export const handlers: Readonly<Record<string, Readonly<Record<string, Task>>>> = {
  'account.signed-up': { staff: noticing(tellStaff('ACP_SIGNUP')) },
  'account.verification-wanted': { mail: mailing(verificationMail) },
  'account.verified': { mail: mailing(accountMail(({ services }) => welcomeLetter(services.config))) },
  'account.reset-wanted': { mail: mailing(resetMail) },
  'account.password-changed': { mail: mailing(securityMail('passwordChanged')) },
  'account.second-step-on': { mail: mailing(securityMail('mfaOn')) },
  'account.second-step-off': { mail: mailing(securityMail('mfaOff')) },
  'account.phone-changed': {
    mail: mailing(
      securityMail('phoneChanged', async ({ services }, { user_id, factor_id }) => ({
        last3: await findLastDigits(services.db, services, String(user_id), String(factor_id)),
      })),
    ),
  },
  'account.app-changed': { mail: mailing(securityMail('appChanged')) },
  'account.factor-removed': { mail: mailing(securityMail('factorRemoved')) },
  'account.recovery-used': {
    mail: mailing(
      securityMail('recoveryUsed', async ({ services }, { user_id }) => ({
        count: (await findFacts(services.db, String(user_id))).recovery,
      })),
    ),
  },
  'account.recovery-new': { mail: mailing(securityMail('recoveryNew')) },
  'account.export-wanted': { archive: exporting(exportTask) },
  'account.export-ready': { mail: mailing(exportReadyMail) },
  'account.deletion-requested': { mail: mailing(deletionMail('deleteRequested')) },
  'account.deletion-soon': { mail: mailing(deletionMail('deleteSoon')) },
  'account.deleted': { mail: mailing(deletedMail) },
  'account.new-device': { mail: mailing(newDeviceMail) },
  'account.wrong-tries': { mail: mailing(securityMail('tooManyTries')) },
  'customer.entered': { owner: noticing(tellOfVisit) },
  'customer.left': { mail: mailing(visitMail) },
  'card.renewed': { mail: mailing(securityMail('cardRenewed')) },
  'acp.completed': {
    mail: mailing(accountMail(({ services }, person) => planCompletedLetter(services.config, person))),
    staff: noticing(tellStaff('ACP_COMPLETED')),
  },
  'acp.updated': { staff: noticing(tellStaff('ACP_UPDATED')) },
  'help.written': { desk: mailing(deskMail), copy: mailing(helpCopyMail) },
  'mail.test-wanted': { mail: mailing(testMail) },
  'digest.due': { mail: mailing(digestMail) },
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
