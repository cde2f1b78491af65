import { longDate, melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import type { Language, TextParams } from '../../../domain/i18n/texts.ts';
import type { Config } from '../../config.ts';
import type { MailTemplate } from '../mail.ts';

/** Returns the Melbourne date as text and the Melbourne time of an instant. */
export function momentParams(at: Date, language: Language): TextParams {
  return { date: longDate(melbourneDate(at), language), time: melbourneTime(at) };
}

/** Builds the mail that verifies an address. `link` works once, for 24 hours. */
export function verificationMail(link: string): MailTemplate {
  return {
    subject: 'mail.verify.subject',
    preheader: 'mail.verify.preheader',
    heading: 'mail.verify.heading',
    before: ['mail.verify.p1'],
    button: { label: 'mail.verify.button', url: link },
    after: ['mail.verify.p2'],
  };
}

/** Builds the same mail for a person who signed up with a file, which is kept until the address is verified. */
export function verificationWithFileMail(link: string): MailTemplate {
  return {
    subject: 'mail.verifyFile.subject',
    preheader: 'mail.verifyFile.preheader',
    heading: 'mail.verifyFile.heading',
    before: ['mail.verifyFile.p1'],
    button: { label: 'mail.verifyFile.button', url: link },
    after: ['mail.verifyFile.p2'],
  };
}

/** Builds the mail that verifies the new address of an account. `link` works once, for 24 hours. */
export function changedAddressMail(link: string): MailTemplate {
  return {
    subject: 'mail.newAddress.subject',
    preheader: 'mail.newAddress.preheader',
    heading: 'mail.newAddress.heading',
    before: ['mail.newAddress.p1'],
    button: { label: 'mail.newAddress.button', url: link },
    after: ['mail.newAddress.p2'],
  };
}

/** Builds the mail with the link to a new password. It works once, for 60 minutes. */
export function resetMail(link: string): MailTemplate {
  return {
    subject: 'mail.reset.subject',
    preheader: 'mail.reset.preheader',
    heading: 'mail.reset.heading',
    before: ['mail.reset.p1'],
    button: { label: 'mail.reset.button', url: link },
    after: ['mail.reset.p2'],
    why: 'mail.part.whyAccount',
  };
}

/** Builds the mail with the link to a new password for an account whose password was not migrated from the earlier system. */
export function legacyResetMail(link: string): MailTemplate {
  return {
    subject: 'mail.legacy.subject',
    preheader: 'mail.legacy.preheader',
    heading: 'mail.legacy.heading',
    before: ['mail.legacy.p1'],
    button: { label: 'mail.legacy.button', url: link },
    after: ['mail.legacy.p2'],
    why: 'mail.part.whyAccount',
  };
}

export function welcomeMail(config: Config): MailTemplate {
  return {
    subject: 'mail.welcome.subject',
    preheader: 'mail.welcome.preheader',
    heading: 'mail.welcome.heading',
    before: ['mail.welcome.p1'],
    button: { label: 'mail.welcome.button', url: `${config.publicUrl}/questionnaire` },
    after: ['mail.welcome.p2'],
    why: 'mail.part.whyAccount',
  };
}

/** The security notices that the product sends. */
export type SecurityNotice =
  | 'passwordChanged'
  | 'cardRenewed'
  | 'mfaOn'
  | 'mfaOff'
  | 'mfaReset'
  | 'emailChanged'
  | 'phoneChanged'
  | 'appChanged'
  | 'factorRemoved'
  | 'recoveryUsed'
  | 'recoveryNew'
  | 'newSignin'
  | 'signedOut'
  | 'tooManyTries';

/** Builds the notice of a change to the account, with the values of its texts. It cannot be switched off. */
export function securityMail(
  config: Config,
  notice: SecurityNotice,
  at: Date,
  named: TextParams = {},
): MailTemplate {
  return {
    subject: `mail.security.${notice}.subject`,
    preheader: `mail.security.${notice}.preheader`,
    before: [`mail.security.${notice}.p1`],
    button: { label: 'mail.security.button', url: `${config.publicUrl}/dashboard` },
    after: ['mail.security.ifNotYou'],
    params: (language) => ({ ...named, ...momentParams(at, language), helpPhone: config.help.phone }),
    why: 'mail.part.whyAccount',
  };
}
