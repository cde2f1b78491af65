import { isEmail } from '../../../domain/fields.ts';
import { kindOfFault, type FaultKind } from '../fault-kind.ts';

/** One mail to one person. `html` and `plain` have the same content. */
export type Mail = {
  /** `local-part@domain`, the same for every attempt to send this mail. */
  messageId: string;
  /** A bare address, without a name. */
  to: string;
  /** The sender's name; by default the one of the configuration. */
  senderName?: string | undefined;
  /** A bare address for replies; by default they go to the sender. */
  replyTo?: string | undefined;
  /** One line. */
  subject: string;
  html: string;
  plain: string;
  /** The page where the receiver unsubscribes (RFC 2369); only for mails that can be unsubscribed. */
  unsubscribe?: string | undefined;
};

/** Sender of mails. A mail that was accepted may still be refused later, by another server. */
export type Mailer = {
  /**
   * Sends one mail.
   * @throws MailError
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};

/** Thrown if a mail was not accepted. The message contains no address and no content of the mail. */
export class MailError extends Error {
  /** True if a retry would be refused too: an invalid address, or a mail that cannot be written. */
  readonly permanent: boolean;
  /** The only part of the cause that may be logged. */
  readonly code: FaultKind;

  constructor(message: string, options: { permanent: boolean; cause?: unknown; code?: FaultKind }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.permanent = options.permanent;
    this.code = options.code ?? kindOfFault(options.cause);
  }
}

const messageIdForm = /^[A-Za-z0-9._-]{1,120}@[A-Za-z0-9.-]{1,120}$/;
/** Whether a name has no character with which a mail program could end the name and begin an address. */
const isSenderName = (name: string) =>
  name.trim() !== '' && name.length <= 100 && !lineBreak.test(name) && !/[<>@",;:\\()[\]]/.test(name);
const lineBreak = /[\r\n\u2028\u2029\u0085\u000B\u000C\u0000]/;

/**
 * Refuses a mail whose address, subject or id could contain a second header, a second receiver or an SMTP command (security 28).
 * Every adapter calls this first.
 * @throws MailError, permanent
 */
export function checkMail(mail: Mail): void {
  const refuse = (part: string) =>
    new MailError(`The ${part} of a mail is not valid.`, { permanent: true, code: 'unfit' });
  // `isEmail` allows blanks at the ends; an envelope must not contain them.
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
