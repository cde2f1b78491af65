import nodemailer from 'nodemailer';
import type { Config } from '../../config.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { checkMail, MailError, type Mailer } from './port.ts';

/** A 5xx to this mail is final. One to the sign-in or the sender is about us, and is mended without the mail changing. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EMESSAGE' || command === 'RCPT TO');
}

/** The address of `Name <address>`, or of an address alone. */
const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();

type SmtpConfig = Pick<Config, 'smtpUrl'> & { environment?: Config['environment'] };

/** Whether the connection to the mail server must be encrypted: links that open accounts go this way, in production never in clear. */
const tlsOf = ({ environment }: SmtpConfig) => ({ requireTLS: environment === 'prod' });

const patienceOf = (timeoutMs: number) => ({
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs * 2,
  dnsTimeout: timeoutMs,
});

/**
 * Greets the mail server and encrypts the connection as for a mail, and sends nothing. Signs in only with `signsIn`.
 * @throws what the connection throws
 */
export async function reachMailServer(
  config: SmtpConfig,
  { timeoutMs = 5_000, signsIn = false } = {},
): Promise<void> {
  const url = new URL(config.smtpUrl ?? '');
  if (!signsIn) [url.username, url.password] = ['', ''];
  const transport = nodemailer.createTransport({
    url: url.href,
    ...tlsOf(config),
    ...patienceOf(timeoutMs),
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Hands mails to the SMTP server of `smtpUrl`: `smtp://user:password@host:port`, where STARTTLS is used when offered and demanded in production, or
 * `smtps://` for TLS from the first byte. One connection for each mail: one kept open would send a mail again when it breaks,
 * and so could send it twice. Nothing in a mail can make it read a file or fetch an address.
 * @param timeoutMs how long to wait for a connection, a greeting, or the next answer
 */
export function smtpMailer(
  config: SmtpConfig & Pick<Config, 'mailFrom'>,
  { timeoutMs = 10_000 } = {},
): Mailer {
  if (!config.smtpUrl) throw new Error('SMTP_URL is not set');
  const transport = nodemailer.createTransport({
    url: config.smtpUrl,
    ...tlsOf(config),
    ...patienceOf(timeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      assertOutsideTransaction('Sending a mail');
      checkMail(mail);
      try {
        await transport.sendMail({
          messageId: `<${mail.messageId}>`,
          from:
            mail.senderName === undefined
              ? config.mailFrom
              : { name: mail.senderName, address: addressIn(config.mailFrom) },
          ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
          // An object, not a text: a text is parsed, and could name two receivers.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.plain,
          html: mail.html,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(mail.unsubscribe !== undefined && {
              'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribe}>` },
            }),
          },
        });
      } catch (error) {
        // The mail server's own words may quote the address, so they stay in the cause and out of the message.
        throw new MailError('The mail server did not take a mail.', {
          permanent: isPermanent(error),
          cause: error,
        });
      }
    },
    async close() {
      transport.close();
    },
  };
}
