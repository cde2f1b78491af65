import type { Events } from '../../../domain/events.ts';
import { countDigest } from '../../features/notifications/digests.ts';
import { digestMail } from '../../mails/digest-mail.ts';
import { findPerson, send, type Handler } from './person-mail.ts';

/** Sends the summary of a month or a year to a member of staff who has not unsubscribed since. */
export const sendDigest: Handler<Events['digest.due']> = async (payload, context) => {
  const { frequency, from, to } = payload;
  const { config, db } = context.services;
  const person = await findPerson(context, payload);
  const digest = person && (await countDigest(db, person.id, { from, to }));
  if (!person || !digest) return;
  const provider = digest.provider ?? config.company.name;
  const staffOf = digest.provider === null ? ('platform' as const) : ('provider' as const);
  const mail = digestMail(config, { ...digest, staffOf, frequency, period: { from, to }, provider });
  await send(context, person, mail);
};
