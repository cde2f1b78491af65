import nodemailer from 'nodemailer';
import type { Config } from '../../../src/server/config.ts';
import { failed } from './failure.ts';
import { right, waitMs, type Found } from './finding.ts';

/** Signs in to the mail server as the server does before each mail, and sends none. */
export async function checkMail({ smtpUrl, environment }: Config): Promise<Found> {
  if (smtpUrl === undefined) return right('none: mails stay on the outbox page');
  const { protocol, hostname, port, username } = new URL(smtpUrl);
  const isTls = protocol === 'smtps:';
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    requireTLS: environment === 'prod',
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    dnsTimeout: waitMs,
  });
  try {
    await transport.verify();
    return right(username === '' ? 'it answers; no login is set' : 'it takes the login');
  } catch (error) {
    return await failed(error, {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port || (isTls ? 465 : 587)),
      begins: isTls ? 'at-once' : 'smtp',
    });
  } finally {
    transport.close();
  }
}
