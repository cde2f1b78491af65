import nodemailer from 'nodemailer';
import type { Config } from '../../config.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { checkMail, MailError, type Mailer } from './port.ts';

/**
 * Whether a retry would be refused too: a 5xx for this mail. A 5xx for the sign-in or the sender is fixed in the configuration.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EMESSAGE' || command === 'RCPT TO');
}

/** Returns the address in `Name <address>`, or in a bare address. */
const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();

type SmtpConfig = Pick<Config, 'smtpUrl'> & { environment?: Config['environment'] };

/** Returns whether TLS is required: mails contain links that open accounts, so production never sends them unencrypted. */
const tlsOf = ({ environment }: SmtpConfig) => ({ requireTLS: environment === 'prod' });

const patienceOf = (timeoutMs: number) => ({
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs * 2,
  dnsTimeout: timeoutMs,
});

/**
 * Connects to the mail server and encrypts the connection as for a mail, without sending one. Signs in only with `signsIn`.
 * @throws the error of the connection
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
 * Sends mails through the SMTP server of `smtpUrl`: `smtp://user:password@host:port`, with STARTTLS if offered (required in
 * production), or `smtps://` for TLS from the first byte. Each mail has its own connection: with a connection pool, the library
 * would send a mail again after a broken connection, and could send it twice. No content of a mail can make it read a file or
 * fetch an address.
 * @param timeoutMs timeout for the connection, the greeting, and name resolution, in milliseconds; silence afterwards is limited
 * to twice as long
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
          // An object, since a string is parsed and could contain two receivers.
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
        // The mail server's response may quote the address, so it is kept in the cause only.
        throw new MailError('The mail server did not accept a mail.', {
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
