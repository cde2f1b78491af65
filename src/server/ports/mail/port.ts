import { isEmail } from '../../../domain/fields.ts';
import { kindOfFault, type FaultKind } from '../fault-kind.ts';

/** One mail to one person. `html` and `plain` say the same. */
export type Mail = {
  /** `local-part@domain`, the same for every attempt to send this mail. */
  messageId: string;
  /** A bare address, without a name. */
  to: string;
  /** The name beside the sender's address; without it the one of the configuration. */
  senderName?: string | undefined;
  /** A bare address that answers go to; without it they go to the sender. */
  replyTo?: string | undefined;
  /** One line. */
  subject: string;
  html: string;
  plain: string;
  /** The page where the receiver stops mails of this kind (RFC 2369); for those alone that one can stop. */
  unsubscribe?: string | undefined;
};

/** A way to hand mails over. A mail that was handed over may still be refused later, by another server. */
export type Mailer = {
  /**
   * Hands one mail over.
   * @throws MailError
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};

/** A mail was not handed over. The message names no address and nothing of the mail. */
export class MailError extends Error {
  /** True when the same mail would be refused again: a wrong address, a mail that cannot be written. */
  readonly permanent: boolean;
  /** The only thing of the cause that may stand in a log. */
  readonly code: FaultKind;

  constructor(message: string, options: { permanent: boolean; cause?: unknown; code?: FaultKind }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.permanent = options.permanent;
    this.code = options.code ?? kindOfFault(options.cause);
  }
}

const messageIdForm = /^[A-Za-z0-9._-]{1,120}@[A-Za-z0-9.-]{1,120}$/;
/** No sign that could end the name and begin an address, in any mail program. */
const isSenderName = (name: string) =>
  name.trim() !== '' && name.length <= 100 && !lineBreak.test(name) && !/[<>@",;:\\()[\]]/.test(name);
const lineBreak = /[\r\n\u2028\u2029\u0085\u000B\u000C\u0000]/;

/**
 * Refuses a mail whose address, subject or id could carry a second header, a second receiver or an SMTP command (security 28).
 * Every adapter asks before it does anything.
 * @throws MailError, permanent
 */
export function checkMail(mail: Mail): void {
  const refuse = (part: string) =>
    new MailError(`The ${part} of a mail is not fit to send.`, { permanent: true, code: 'unfit' });
  // `isEmail` takes blanks at the ends for harmless; in an envelope they are not.
  if (!isEmail(mail.to) || /\s/.test(mail.to)) throw refuse('address');
  if (mail.replyTo !== undefined && (!isEmail(mail.replyTo) || /\s/.test(mail.replyTo)))
    throw refuse('reply address');
  if (mail.senderName !== undefined && !isSenderName(mail.senderName)) throw refuse('sender');
  if (mail.subject.trim() === '' || mail.subject.length > 300 || lineBreak.test(mail.subject))
    throw refuse('subject');
  if (mail.unsubscribe !== undefined && !/^https?:\/\/[^\s<>,]+$/.test(mail.unsubscribe))
    throw refuse('address for stopping');
  if (!messageIdForm.test(mail.messageId)) throw refuse('id');
  if (mail.html.trim() === '' || mail.plain.trim() === '') throw refuse('text');
}
