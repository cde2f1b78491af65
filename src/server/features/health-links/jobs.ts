import type { Events } from '../../../domain/events.ts';
import { healthLinkOpenedMail } from '../../mails/plan-mails.ts';
import { findCardOwner, send } from '../../jobs/person-mail.ts';
import { sendNotice } from '../../jobs/security-notice.ts';
import type { Handler, JobContext } from '../../jobs/task.ts';
import { announce } from '../notifications/api.ts';
import { findOpeningNews } from './opening/opening-store.ts';
import { findReader } from './store.ts';

type Opened = Events['health-link.opened'];
type OfLink = { link_id: string };

/** Returns the name of the reader for the words of a mail; empty for a link that was deleted since. */
const readerOf = async ({ services }: JobContext, { link_id }: OfLink) => ({
  reader: (await findReader(services.db, services.keyring, link_id)) ?? '',
});

export const sendMade = sendNotice<'health-link.made'>('healthLinkMade', readerOf);

export const sendClosed = sendNotice<'health-link.closed'>('healthLinkClosed', readerOf);

/** Mails the owner about an opening, in every state of the account, because the link opens in every state. */
export const sendOpened: Handler<Opened> = async (payload, context) => {
  if (payload.no_mail) return;
  const owner = await findCardOwner(context, payload);
  const news = owner && (await findOpeningNews(context.services, payload.opening_id));
  if (!owner || !news) return;
  await send(context, owner, healthLinkOpenedMail(context.services.config, news, new Date(payload.at)));
};

/** Notifies the owner in the app of an opening. */
export const announceOpened: Handler<Opened> = async (payload, context) => {
  const owner = await findCardOwner(context, payload);
  const news = owner && (await findOpeningNews(context.services, payload.opening_id));
  if (!owner || !news) return;
  const about = { eventId: context.jobId, userId: owner.id, at: new Date(payload.at) };
  const metadata = { reader: news.reader, said: news.said };
  await announce(context.services.db, { ...about, template: 'HEALTH_LINK_OPENED', metadata }, [owner.id]);
};

/** Notifies the owner in the app that ten wrong passcodes closed a link. */
export const announceClosed: Handler<Events['health-link.closed']> = async (payload, context) => {
  const owner = await findCardOwner(context, payload);
  if (!owner) return;
  const about = { eventId: context.jobId, userId: owner.id, at: context.at };
  const metadata = await readerOf(context, payload);
  await announce(context.services.db, { ...about, template: 'HEALTH_LINK_CLOSED', metadata }, [owner.id]);
};
