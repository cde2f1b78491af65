import type { Events } from '../../../domain/events.ts';
import { isLinkNearEnd } from '../../../domain/contacts/request.ts';
import { readableBy, standingOf } from '../../../domain/contacts/reading.ts';
import { announce } from '../../features/notifications/store.ts';
import {
  contactAddress,
  findAccepted,
  findKnownContact,
  openReceiver,
  renewLink,
  type KnownContact,
} from '../../features/sharing/api.ts';
import { findSharer, sharerNames, type Sharer } from '../../features/shared-plan/api.ts';
import * as mails from '../../mails/contact-mails.ts';
import { customerGoneContactMail } from '../../mails/removal-mails.ts';
import { translators, type MailTemplate, type Receiver } from '../../mails/mail.ts';
import { providerName } from './customers.ts';
import { findPerson, send, toEach, type Handler, type JobContext } from './person-mail.ts';

type OfContact = { user_id: string; contact_id: string };

/** Who shares a plan, as mails name them. */
export const mailSharer = (sharer: Sharer): mails.MailSharer => ({
  onBehalf: sharer.recorder !== null,
  names: (language) => sharerNames(sharer, translators[language]),
});

/** A contact has no account, so that their mails come in the language of who shares first. */
export const receiverOf = (
  { name, email }: { name: string; email: string },
  { language }: Sharer,
): Receiver => ({
  email,
  language,
  firstName: name,
});

type Found = { contact: KnownContact; sharer: Sharer };

/** A contact as the database has them now, with who shares; null when either is gone. */
async function findContact({ services }: JobContext, event: OfContact): Promise<Found | null> {
  const contact = await findKnownContact(services.db, event.contact_id);
  const sharer = contact && (await findSharer(services.db, services, contact.user_id));
  return contact && sharer ? { contact, sharer } : null;
}

/** A mail to a contact, where one is still due when it is written. */
const toContact =
  (templateOf: (found: Found, context: JobContext) => MailTemplate | null): Handler<OfContact> =>
  async (payload, context) => {
    const found = await findContact(context, payload);
    const template = found && templateOf(found, context);
    if (found && template) await send(context, receiverOf(found.contact, found.sharer), template, 'contact');
  };

/** The address that answers the request; null where it was answered, taken back or has run out since. */
function requestLink({ contact }: Found, { services }: JobContext): string | null {
  const { id: contactId, request_link: link } = contact;
  if (link === null || standingOf(contact, services.clock()) !== 'asked') return null;
  return contactAddress(services, 'request', { contactId, link });
}

/** The address of the contact's own page; null where there is none, or it has run out. */
function viewLink({ contact }: Pick<Found, 'contact'>, { services }: JobContext): string | null {
  const { id: contactId, view_link: link } = contact;
  if (link === null || standingOf(contact, services.clock()) !== 'sharing') return null;
  return contactAddress(services, 'view', { contactId, link });
}

/** The address under which a contact reads the plan; null where it is not shared with them now, or their link has run out. */
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

/** The link of a contact who asked for it: a new one, or the one they have. */
export const sendLink: Handler<Events['contact.link-wanted']> = (payload, context) => {
  const mailOf = payload.renewed ? mails.contactLinkMail : mails.contactWelcomeMail;
  return toContact((found) => {
    const link = viewLink(found, context);
    return link === null ? null : mailOf(mailSharer(found.sharer), link);
  })(payload, context);
};

/** Nothing is said where the owner took it back in the meantime. */
export const sendNamed = toContact((found, context) => {
  if (!found.contact.substitutedDecisionMaker) return null;
  const isPending = found.contact.status === 'pending';
  const link = isPending ? requestLink(found, context) : viewLink(found, context);
  return link === null ? null : mails.contactNamedMail(mailSharer(found.sharer), { link, isPending });
});

/** The contact is gone: the event itself holds whom to write to. The person may be gone too, with their account. */
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

/** A mail to the owner about a contact. */
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

/** A mail to the owner about a contact who is there. */
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

/** A mail to the owner about a contact who is gone: the event holds who it was. */
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

/** Notifies the owner that a contact said yes, or opened the plan. */
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
