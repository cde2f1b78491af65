import { longDate, melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import type { Config } from '../../config.ts';
import type { MailTemplate } from '../mail.ts';

const privacyPage = (config: Config) => `${config.publicUrl}/settings/privacy`;

/** Builds the notice that a copy of all data can be downloaded until a time. The mail itself contains no data. */
export function exportReadyMail(config: Config, expiresAt: Date): MailTemplate {
  return {
    subject: 'mail.exportReady.subject',
    preheader: 'mail.exportReady.preheader',
    before: ['mail.exportReady.p1'],
    button: { label: 'mail.exportReady.button', url: privacyPage(config) },
    params: (language) => ({ expiryDate: longDate(melbourneDate(expiresAt), language) }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the notice that the account will be deleted on a Melbourne date: at the request, and three days before. */
export function deletionMail(
  config: Config,
  notice: 'deleteRequested' | 'deleteSoon',
  deleteOn: IsoDate,
): MailTemplate {
  return {
    subject: `mail.${notice}.subject`,
    preheader: `mail.${notice}.preheader`,
    before: [`mail.${notice}.p1`],
    button: { label: `mail.${notice}.button`, url: privacyPage(config) },
    params: (language) => ({ date: longDate(deleteOn, language) }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the notice that the person withdrew the deletion. */
export function deletionKeptMail(config: Config): MailTemplate {
  return {
    subject: 'mail.deleteKept.subject',
    preheader: 'mail.deleteKept.preheader',
    before: ['mail.deleteKept.p1'],
    button: { label: 'mail.deleteKept.button', url: privacyPage(config) },
    after: ['mail.security.ifNotYou'],
    params: () => ({ helpPhone: config.help.phone }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the last mail to an address. */
export function deletedMail(): MailTemplate {
  return {
    subject: 'mail.deleteDone.subject',
    preheader: 'mail.deleteDone.preheader',
    before: ['mail.deleteDone.p1'],
  };
}
