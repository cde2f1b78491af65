import type { Events } from '../../../domain/events.ts';
import { digestMail } from '../../mails/digest-mail.ts';
import { findPerson, send } from '../../jobs/person-mail.ts';
import type { Handler } from '../../jobs/task.ts';
import { countDigest } from './digests/digests.ts';

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
