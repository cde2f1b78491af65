import type { Events } from '../../../domain/events.ts';
import {
  legacyResetMail,
  resetMail,
  verificationMail,
  verificationWithFileMail,
  welcomeMail,
} from '../../mails/accounts/account-mails.ts';
import type { MailTemplate } from '../../mails/mail.ts';
import { newSigninMail } from '../../mails/accounts/session-mails.ts';
import { findPerson, mailTo, send, type Person } from '../../jobs/person-mail.ts';
import type { Handler } from '../../jobs/task.ts';
import { findLink, type LinkPurpose } from './api.ts';

/** Creates a handler that sends a mail with a secret link. The address is not verified yet, so the greeting has no name. */
function mailLink<Payload extends { user_id: string }>(
  purpose: LinkPurpose,
  templateOf: (link: string, person: Person, payload: Payload) => MailTemplate,
): Handler<Payload> {
  return async (payload, context) => {
    const person = await findPerson(context, payload);
    // No link: it was used or expired while the mail server was unavailable, or a newer event sends a newer one.
    const link = person && (await findLink(context.services, purpose, person.id));
    if (person && link)
      await send(context, { ...person, firstName: null }, templateOf(link, person, payload));
  };
}

export const sendVerification = mailLink<Events['account.verification-wanted']>(
  'verify-email',
  (link, _, { with_file }) => (with_file ? verificationWithFileMail(link) : verificationMail(link)),
);

export const sendReset = mailLink<Events['account.reset-wanted']>('reset-password', (link, person) =>
  person.legacyReset ? legacyResetMail(link) : resetMail(link),
);

export const sendWelcome = mailTo(({ services }) => welcomeMail(services.config));

/** Sends the notice of a sign-in with a new kind of device. */
export const sendNewDevice: Handler<Events['account.new-device']> = async (payload, context) => {
  const person = await findPerson(context, payload);
  const { device, at } = payload;
  if (person) await send(context, person, newSigninMail(context.services.config, device, new Date(at)));
};
