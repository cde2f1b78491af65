import type { Config } from '../config.ts';
import { momentParams } from './accounts/account-mails.ts';
import type { MailTemplate } from './mail.ts';
import { mailOf } from './mail-texts.ts';

/** Builds the notice to the owner that a plan was opened with a link. `said` is what the reader said of itself; it may be empty. */
export function healthLinkOpenedMail(
  config: Config,
  { reader, said }: { reader: string; said: string },
  at: Date,
): MailTemplate {
  const mail = mailOf('healthLinkOpened', {
    url: `${config.publicUrl}/my-acp`,
    params: (language) => ({ ...momentParams(at, language), reader, said, helpPhone: config.help.phone }),
  });
  return said === '' ? mail : { ...mail, lines: ['mail.healthLinkOpened.said'] };
}

/** Returns an example of each mail about a link. */
export const healthLinkSamples = (config: Config, at: Date): MailTemplate[] => [
  healthLinkOpenedMail(config, { reader: 'Dr Pham', said: 'Brookside Clinic' }, at),
];
