import { longDate, melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import type { Language, TextParams } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import type { MailTemplate } from '../mail.ts';
import { mailOf, type MailName } from '../mail-texts.ts';

/** Returns the Melbourne date as text and the Melbourne time of an instant. */
export function momentParams(at: Date, language: Language): TextParams {
  return { date: longDate(melbourneDate(at), language), time: melbourneTime(at) };
}

/** Builds the mail that verifies an address. `link` works once, for 24 hours. */
export const verificationMail = (link: string): MailTemplate => mailOf('verify', { url: link });

/** Builds the same mail for a person who signed up with a file, which is kept until the address is verified. */
export const verificationWithFileMail = (link: string): MailTemplate => mailOf('verifyFile', { url: link });

/** Builds the mail that verifies the new address of an account. `link` works once, for 24 hours. */
export const changedAddressMail = (link: string): MailTemplate => mailOf('newAddress', { url: link });

/** Builds the mail with the link to a new password. It works once, for 60 minutes. */
export const resetMail = (link: string): MailTemplate => mailOf('reset', { url: link });

/** Builds the mail with the link to a new password for an account whose password was not migrated from the earlier system. */
export const legacyResetMail = (link: string): MailTemplate => mailOf('legacy', { url: link });

export const welcomeMail = (config: Config): MailTemplate =>
  mailOf('welcome', { url: `${config.publicUrl}/questionnaire` });

type Security<Name> = Name extends `security.${infer Notice}` ? Notice : never;

/** The security notices that the product sends. The notice of a staff visit has other values: `staffOpenedMail`. */
export type SecurityNotice = Exclude<Security<MailName>, 'staffOpened'>;

/** The page on which a person does what a notice is about. */
const pages: Partial<Record<SecurityNotice, string>> = {
  cardRenewed: '/my-acp',
  healthLinkMade: '/my-acp',
  healthLinkClosed: '/my-acp',
  passwordChanged: '/forgot-password',
  newSignin: '/forgot-password',
  recoveryUsed: '/forgot-password',
  tooManyTries: '/forgot-password',
};

/** Builds the notice of a change to the account, with the values of its texts. It cannot be switched off. */
export function securityMail(
  config: Config,
  notice: SecurityNotice,
  at: Date,
  named: TextParams = {},
): MailTemplate {
  return mailOf(`security.${notice}`, {
    url: `${config.publicUrl}${pages[notice] ?? '/dashboard'}`,
    params: (language) => ({ ...named, ...momentParams(at, language), helpPhone: config.help.phone }),
  });
}

/** The values of the texts of each notice. That of a new device has more: `newSigninMail`. */
const notices: Record<Exclude<SecurityNotice, 'newSignin'>, TextParams> = {
  passwordChanged: {},
  cardRenewed: {},
  healthLinkMade: { reader: 'Dr Pham' },
  healthLinkClosed: { reader: 'Dr Pham' },
  mfaOn: {},
  mfaOff: {},
  mfaReset: {},
  emailChanged: {},
  phoneChanged: { last3: '678' },
  appChanged: {},
  factorRemoved: {},
  recoveryUsed: { count: 7 },
  recoveryNew: {},
  signedOut: {},
  tooManyTries: {},
};

/** Returns the mails about addresses, passwords and the account's security. */
export function accountSamples(config: Config, at: Date): MailTemplate[] {
  const link = (path: string) => `${config.publicUrl}/${path}#token=example`;
  return [
    verificationMail(link('verify-email')),
    verificationWithFileMail(link('verify-email')),
    welcomeMail(config),
    changedAddressMail(link('verify-email')),
    resetMail(link('reset-password')),
    legacyResetMail(link('reset-password')),
    ...(Object.keys(notices) as (keyof typeof notices)[]).map((notice) =>
      securityMail(config, notice, at, notices[notice]),
    ),
  ];
}
