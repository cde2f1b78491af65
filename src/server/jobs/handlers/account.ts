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

/** A mail to the person of an event. */
export const mailTo =
  (templateOf: (context: JobContext, person: Person) => MailTemplate): Handler<{ user_id: string }> =>
  async (payload, context) => {
    const person = await findPerson(context, payload);
    if (person) await send(context, person, templateOf(context, person));
  };

/** A mail with a link that opens something. The address is not proved yet, so that the mail greets without a name. */
function mailLink<Payload extends { user_id: string }>(
  purpose: LinkPurpose,
  templateOf: (link: string, person: Person, payload: Payload) => MailTemplate,
): Handler<Payload> {
  return async (payload, context) => {
    const person = await findPerson(context, payload);
    // No link: it was used or ran out while the mail server was away, or a newer event mails a newer one.
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

/** A security notice of an event. `namedOf` finds what the notice's texts name, when it is written. */
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

/** A sign-in with a device of a kind that was not seen before. */
export const sendNewDevice: Handler<Events['account.new-device']> = async (payload, context) => {
  const person = await findPerson(context, payload);
  const { device, at } = payload;
  if (person) await send(context, person, newSigninMail(context.services.config, device, new Date(at)));
};
