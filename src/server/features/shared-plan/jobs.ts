import type { Events } from '../../../domain/events.ts';
import { isLinkNearEnd } from '../../../domain/contacts/request.ts';
import { readableBy, standingOf } from '../../../domain/contacts/reading.ts';
import * as mails from '../../mails/contact-mails.ts';
import { customerGoneContactMail } from '../../mails/customers/removal-mails.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { type MailTemplate, type Receiver } from '../../mails/mail.ts';
import { providerName } from '../../jobs/provider-name.ts';
import { findPerson, send, toEach } from '../../jobs/person-mail.ts';
import type { Handler, JobContext } from '../../jobs/task.ts';
import { announce } from '../notifications/api.ts';
import {
  contactAddress,
  findAccepted,
  findKnownContact,
  openReceiver,
  renewLink,
  type KnownContact,
} from '../sharing/api.ts';
import { findSharer, sharerNames, type Sharer } from './sharer.ts';

type OfContact = { user_id: string; contact_id: string };

/** Returns the sharer's names for mails. */
export const mailSharer = (sharer: Sharer): mails.MailSharer => ({
  onBehalf: sharer.recorder !== null,
  names: (language) => sharerNames(sharer, translators[language]),
});

/** Returns the receiver of a mail to a contact. A contact has no account, so the mail begins in the sharer's language. */
export const receiverOf = (
  { name, email }: { name: string; email: string },
  { language }: Sharer,
): Receiver => ({
  email,
  language,
  firstName: name,
});

type Found = { contact: KnownContact; sharer: Sharer };

/** Loads the current data of a contact, with the sharer; null if either is gone. */
async function findContact({ services }: JobContext, event: OfContact): Promise<Found | null> {
  const contact = await findKnownContact(services.db, event.contact_id);
  const sharer = contact && (await findSharer(services.db, services, contact.user_id));
  return contact && sharer ? { contact, sharer } : null;
}

/** Creates a handler that sends a mail to a contact, if it is still due when it is written. */
const toContact =
  (templateOf: (found: Found, context: JobContext) => MailTemplate | null): Handler<OfContact> =>
  async (payload, context) => {
    const found = await findContact(context, payload);
    const template = found && templateOf(found, context);
    if (found && template) await send(context, receiverOf(found.contact, found.sharer), template, 'contact');
  };

/** Returns the link to answer the request; null if it was answered, taken back or has expired since. */
function requestLink({ contact }: Found, { services }: JobContext): string | null {
  const { id: contactId, request_link: link } = contact;
  if (link === null || standingOf(contact, services.clock()) !== 'asked') return null;
  return contactAddress(services, 'request', { contactId, link });
}

/** Returns the link to the contact's own page; null if there is none, or it has expired. */
function viewLink({ contact }: Pick<Found, 'contact'>, { services }: JobContext): string | null {
  const { id: contactId, view_link: link } = contact;
  if (link === null || standingOf(contact, services.clock()) !== 'sharing') return null;
  return contactAddress(services, 'view', { contactId, link });
}

/**
 * Returns the link with which a contact reads the plan; null if the plan is not shared with them now, or their link has expired.
 */
export async function findPlanLink(context: JobContext, contactId: string): Promise<string | null> {
  const { db, clock } = context.services;
  const contact = await findKnownContact(db, contactId);
  return contact && readableBy(contact, clock()).plan ? viewLink({ contact }, context) : null;
}

export const sendRequest = toContact((found, context) => {
  const link = requestLink(found, context);
  const { requestEnds: until, substitutedDecisionMaker: decisionMaker } = found.contact;
  return link === null
    ? null
    : mails.contactRequestMail(mailSharer(found.sharer), { link, until, decisionMaker });
});

export const sendReminder = toContact((found, context) => {
  const link = requestLink(found, context);
  const { requestEnds: until, askedAt: asked } = found.contact;
  return link === null ? null : mails.contactReminderMail(mailSharer(found.sharer), { link, asked, until });
});

export const sendContactWelcome = toContact((found, context) => {
  const link = viewLink(found, context);
  return link === null ? null : mails.contactWelcomeMail(mailSharer(found.sharer), link);
});

/** Sends the link that a contact requested: a new one, or the current one. */
export const sendLink: Handler<Events['contact.link-wanted']> = (payload, context) => {
  const mailOf = payload.renewed ? mails.contactLinkMail : mails.contactWelcomeMail;
  return toContact((found) => {
    const link = viewLink(found, context);
    return link === null ? null : mailOf(mailSharer(found.sharer), link);
  })(payload, context);
};

/** Notifies a contact who was named as decision maker; skipped if the owner has undone this since. */
export const sendNamed = toContact((found, context) => {
  if (!found.contact.substitutedDecisionMaker) return null;
  const isPending = found.contact.status === 'pending';
  const link = isPending ? requestLink(found, context) : viewLink(found, context);
  return link === null ? null : mails.contactNamedMail(mailSharer(found.sharer), { link, isPending });
});

/**
 * Notifies a contact that sharing has ended. The contact is deleted, so the event itself contains the receiver. The person may be
 * deleted too, with their account.
 */
export const sendEnded: Handler<Events['contact.ended']> = async (payload, context) => {
  const { services } = context;
  const gone = openReceiver(services, payload.contact_id, payload.receiver);
  const sharer = await findSharer(services.db, services, payload.user_id);
  const { owner, language = sharer?.language ?? 'en' } = gone;
  if (owner === undefined && !sharer) return;
  const named: mails.MailSharer =
    owner !== undefined || !sharer
      ? {
          onBehalf: false,
          names: () => ({ person: owner ?? '', owner: owner ?? '', recorder: '', relation: '' }),
        }
      : mailSharer(sharer);
  const receiver = { email: gone.email, language, firstName: gone.name };
  const { removed_by } = payload;
  const template = removed_by
    ? customerGoneContactMail(await providerName(context, removed_by.provider_id), named)
    : mails.contactEndedMail(named);
  await send(context, receiver, template, 'contact');
};

/** Notifies the contacts who accepted and can read the plan of a new or newer version. A link that expires soon is renewed. */
export const sendVersion: Handler<{ user_id: string; plan_version: number }> = async (payload, context) => {
  const { services } = context;
  const { db, clock } = services;
  const sharer = await findSharer(db, services, payload.user_id);
  if (!sharer) return;
  await toEach(await findAccepted(db, payload.user_id), async ({ id }) => {
    let contact = await findKnownContact(db, id);
    const isOld = contact !== null && isLinkNearEnd(contact.linkUntil, clock());
    if (isOld && contact?.status === 'accepted') {
      await renewLink(db, id, clock());
      contact = await findKnownContact(db, id);
    }
    if (!contact || !readableBy(contact, clock()).plan) return;
    const link = viewLink({ contact }, context);
    if (!link) return;
    const facts = { link, at: context.at, isFirst: payload.plan_version === 1 };
    await send(context, receiverOf(contact, sharer), mails.contactVersionMail(mailSharer(sharer), facts), id);
  });
};

/** Sends a mail to the owner about a contact. */
async function toOwner(
  context: JobContext,
  payload: OfContact,
  templateOf: (sharer: mails.MailSharer) => MailTemplate,
): Promise<void> {
  const { services } = context;
  const person = await findPerson(context, payload);
  const sharer = person && (await findSharer(services.db, services, payload.user_id));
  if (person && sharer) await send(context, person, templateOf(mailSharer(sharer)));
}

/** Creates a handler that sends the owner a mail about a contact who still exists. */
const aboutContact =
  (
    templateOf: (
      config: JobContext['services']['config'],
      sharer: mails.MailSharer,
      name: string,
    ) => MailTemplate,
    isDue: (contact: KnownContact) => boolean,
  ): Handler<OfContact> =>
  async (payload, context) => {
    const contact = await findKnownContact(context.services.db, payload.contact_id);
    if (!contact || !isDue(contact)) return;
    await toOwner(context, payload, (sharer) => templateOf(context.services.config, sharer, contact.name));
  };

export const sendAccepted = aboutContact(mails.contactAcceptedMail, ({ status }) => status === 'accepted');
export const sendExpired = aboutContact(mails.contactExpiredMail, ({ status }) => status === 'pending');

/** Creates a handler that sends the owner a mail about a deleted contact: the event contains the contact's data. */
const aboutGone =
  (
    templateOf: (
      config: JobContext['services']['config'],
      sharer: mails.MailSharer,
      name: string,
    ) => MailTemplate,
  ): Handler<OfContact & { contact: string }> =>
  async (payload, context) => {
    const { name } = openReceiver(context.services, payload.contact_id, payload.contact);
    await toOwner(context, payload, (sharer) => templateOf(context.services.config, sharer, name));
  };

export const sendDeclined = aboutGone(mails.contactDeclinedMail);
export const sendContactLeft = aboutGone(mails.contactLeftMail);

export const sendContactOpened: Handler<Events['contact.opened']> = async (payload, context) => {
  if (payload.no_mail) return;
  const contact = await findKnownContact(context.services.db, payload.contact_id);
  if (!contact) return;
  const at = new Date(payload.at);
  await toOwner(context, payload, (sharer) =>
    mails.contactOpenedMail(context.services.config, sharer, contact.name, at),
  );
};

/** Notifies the owner that a contact accepted, or opened the plan. */
export const announceContact =
  (template: 'CONTACT_INVITATION_ACCEPTED' | 'PLAN_OPENED'): Handler<OfContact> =>
  async (payload, context) => {
    const { services, jobId, at } = context;
    const contact = await findKnownContact(services.db, payload.contact_id);
    const person = await findPerson(context, payload);
    if (!contact || !person) return;
    const metadata = { contact: contact.name };
    await announce(services.db, { eventId: jobId, template, metadata, userId: person.id, at }, [person.id]);
  };
