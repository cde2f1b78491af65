import type { EventName, Events } from '../../../domain/events.ts';
import type { TextParams } from '../../../domain/i18n/texts.ts';
import { findLink, type LinkPurpose } from '../../features/sign-in/api.ts';
import {
  legacyResetMail,
  resetMail,
  securityMail,
  verificationMail,
  verificationWithFileMail,
  welcomeMail,
  type SecurityNotice,
} from '../../mails/account-mails.ts';
import type { MailTemplate } from '../../mails/mail.ts';
import { newSigninMail } from '../../mails/session-mails.ts';
import { findPerson, send, type Handler, type JobContext, type Person } from './person-mail.ts';

/** Creates a handler that sends a mail to the person of an event. */
export const mailTo =
  (templateOf: (context: JobContext, person: Person) => MailTemplate): Handler<{ user_id: string }> =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    if (person) await send(context, person, templateOf(context, person));
  };

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

type OfPerson = { [Name in EventName]: Events[Name] extends { user_id: string } ? Name : never }[EventName];

/** Creates a handler that sends a security notice. `namedOf` loads the values of the notice's texts when it is written. */
export const sendNotice =
  <Name extends OfPerson>(
    notice: SecurityNotice,
    namedOf?: (context: JobContext, payload: Events[Name]) => Promise<TextParams>,
  ): Handler<Events[Name]> =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    const named = person && (await namedOf?.(context, payload));
    if (person)
      await send(context, person, securityMail(context.services.config, notice, context.at, named ?? {}));
  };

/** Sends the notice of a sign-in with a new kind of device. */
export const sendNewDevice: Handler<Events['account.new-device']> = async (payload, context) => {
  const person = await findPerson(context, payload);
  const { device, at } = payload;
  if (person) await send(context, person, newSigninMail(context.services.config, device, new Date(at)));
};
