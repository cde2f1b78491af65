import { longDate, melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import type { Config } from '../../config.ts';
import type { MailTemplate } from '../mail.ts';
import { mailOf } from '../mail-texts.ts';

const privacyPage = (config: Config) => `${config.publicUrl}/settings/privacy`;

/** Builds the notice that a copy of all data can be downloaded until a time. The mail itself contains no data. */
export const exportReadyMail = (config: Config, expiresAt: Date): MailTemplate =>
  mailOf('exportReady', {
    url: privacyPage(config),
    params: (language) => ({ expiryDate: longDate(melbourneDate(expiresAt), language) }),
  });

/** Builds the notice that the account will be deleted on a Melbourne date: at the request, and three days before. */
export const deletionMail = (
  config: Config,
  notice: 'deleteRequested' | 'deleteSoon',
  deleteOn: IsoDate,
): MailTemplate =>
  mailOf(notice, {
    url: privacyPage(config),
    params: (language) => ({ date: longDate(deleteOn, language) }),
  });

/** Builds the notice that the person withdrew the deletion. */
export const deletionKeptMail = (config: Config): MailTemplate =>
  mailOf('deleteKept', { url: privacyPage(config), params: () => ({ helpPhone: config.help.phone }) });

/** Builds the last mail to an address. */
export const deletedMail = (): MailTemplate => mailOf('deleteDone', {});

/** Returns the mails about a copy of all data, and about the deletion of the account. */
export const privacySamples = (config: Config, at: Date): MailTemplate[] => [
  exportReadyMail(config, at),
  deletionMail(config, 'deleteRequested', '2026-12-20'),
  deletionMail(config, 'deleteSoon', '2026-12-20'),
  deletionKeptMail(config),
  deletedMail(),
];
