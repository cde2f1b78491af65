import type { Config } from '../../../src/server/config.ts';
import { reachMailServer } from '../../../src/server/ports/mail/smtp.ts';
import { peerOf } from './certificate.ts';
import { failed } from './failure.ts';
import { right, waitMs, type Found } from './finding.ts';

/** Signs in to the mail server as the server does before each mail, but sends no mail. */
export async function checkMail(config: Config): Promise<Found> {
  const { smtpUrl } = config;
  if (smtpUrl === undefined) return right('none: mails stay on the outbox page');
  try {
    await reachMailServer(config, { timeoutMs: waitMs, signsIn: true });
    const hasLogin = new URL(smtpUrl).username !== '';
    return right(hasLogin ? 'it takes the login' : 'it answers; no login is set');
  } catch (error) {
    return await failed(error, peerOf(smtpUrl));
  }
}
