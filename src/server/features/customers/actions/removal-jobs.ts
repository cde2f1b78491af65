import type { Events } from '../../../../domain/events.ts';
import { fullName } from '../../../../domain/names.ts';
import type { MailSharer } from '../../../mails/contact-mails.ts';
import type { MailTemplate } from '../../../mails/mail.ts';
import * as mails from '../../../mails/customers/removal-mails.ts';
import { findPerson, send, toEach } from '../../../jobs/person-mail.ts';
import type { Handler, JobContext } from '../../../jobs/task.ts';
import { announce, findManagersOf, type Announcement } from '../../notifications/api.ts';
import { findRemoval, type PendingRemoval } from '../../privacy/api.ts';
import { findAccepted } from '../../sharing/api.ts';
import { findSharer, mailSharer, receiverOf } from '../../shared-plan/api.ts';
import { hasInvitationLeft } from './inviting/held-invitations.ts';

const factsOf = ({ staff, provider, deleteOn, reason, status }: PendingRemoval): mails.RemovalFacts => ({
  actor: { name: staff?.name ?? null, organisation: staff?.organisation ?? null },
  ...{ provider, deleteOn, reason },
  canSignIn: status === 'active',
});

const pending = ({ services }: JobContext, userId: string) => findRemoval(services.db, services, userId);

/**
 * Notifies a customer whom staff removed, unless the removal was reversed. A person who was never mailed an invitation does not
 * know of the account and is not notified.
 */
export const sendRemoved: Handler<Events['customer.removed']> = async (payload, context) => {
  const removal = await pending(context, payload.user_id);
  const person = removal && (await findPerson(context, payload, { archivedToo: true }));
  if (!removal || !person) return;
  if (removal.status === 'invited' && !(await hasInvitationLeft(context.services.db, payload.user_id)))
    return;
  const receiver = removal.status === 'invited' ? { ...person, firstName: null } : person;
  await send(context, receiver, mails.customerRemovedMail(context.services.config, factsOf(removal)));
};

/** Mails each trusted contact who accepted. */
async function toContacts(
  context: JobContext,
  userId: string,
  template: (sharer: MailSharer) => MailTemplate,
): Promise<void> {
  const { db } = context.services;
  const sharer = await findSharer(db, context.services, userId);
  if (!sharer) return;
  await toEach(await findAccepted(db, userId), (contact) =>
    send(context, receiverOf(contact, sharer), template(mailSharer(sharer)), contact.id),
  );
}

/** Notifies the trusted contacts as well. */
export const sendRemovedToContacts: Handler<Events['customer.removed']> = async ({ user_id }, context) => {
  const removal = await pending(context, user_id);
  if (!removal) return;
  const { config } = context.services;
  await toContacts(context, user_id, (sharer) =>
    mails.customerRemovedContactMail(config, factsOf(removal), sharer),
  );
};

/** Notifies the managers of the customer's house as well, except the person who removed the customer. */
export const sendRemovedToManagers: Handler<Events['customer.removed']> = async (payload, context) => {
  const { user_id, staff_id } = payload;
  const { services } = context;
  const removal = await pending(context, user_id);
  if (!removal) return;
  const managers = (await findManagersOf(services.db, user_id)).filter(({ id }) => id !== staff_id);
  const mail = mails.customerRemovedManagerMail(services.config, factsOf(removal), user_id);
  await toEach(managers, ({ id, email, language, first_name }) =>
    send(context, { email, language, firstName: first_name }, mail, id),
  );
};

/** Notifies the managers of the house, and the customer, in the app. */
async function announceToHouse(
  { services: { db }, jobId, at }: JobContext,
  template: Announcement['template'],
  { userId, actorId }: { userId: string; actorId: string },
): Promise<void> {
  const managers = (await findManagersOf(db, userId)).map(({ id }) => id);
  const receivers = [...managers, userId].filter((id) => id !== actorId);
  const metadata = { actor_id: actorId };
  await announce(db, { eventId: jobId, template, metadata, userId, at }, receivers);
}

export const announceRemoved: Handler<Events['customer.removed']> = async (payload, context) => {
  const { user_id: userId, staff_id: actorId } = payload;
  if (await pending(context, userId)) await announceToHouse(context, 'CUSTOMER_REMOVED', { userId, actorId });
};

/** True if the account exists and is not removed again. */
async function isKept(context: JobContext, userId: string): Promise<boolean> {
  const found = await context.services.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('removal_requested_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Notifies a customer that staff reversed the removal. A person who kept the account gets another mail. */
export const sendTakenBack: Handler<Events['customer.taken-back']> = async (payload, context) => {
  const { user_id, actor_id } = payload;
  const { config, db } = context.services;
  if (actor_id === user_id || !(await isKept(context, user_id))) return;
  const person = await findPerson(context, payload, { archivedToo: true });
  const staff = await db
    .selectFrom('users')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select(['users.first_name', 'users.last_name', 'providers.name as organisation'])
    .where('users.id', '=', actor_id)
    .executeTakeFirst();
  const actor = {
    name: staff ? fullName(staff) || null : null,
    organisation: staff?.organisation ?? null,
  };
  if (person) await send(context, person, mails.customerTakenBackMail(config, actor));
};

/** Notifies the trusted contacts as well that the removal was reversed, whether staff or the customer did it. */
export const sendTakenBackToContacts: Handler<Events['customer.taken-back']> = async (
  { user_id },
  context,
) => {
  if (await isKept(context, user_id)) await toContacts(context, user_id, mails.customerTakenBackContactMail);
};

export const announceTakenBack: Handler<Events['customer.taken-back']> = async (payload, context) => {
  const { user_id: userId, actor_id: actorId } = payload;
  if (await isKept(context, userId))
    await announceToHouse(context, 'CUSTOMER_TAKEN_BACK', { userId, actorId });
};
