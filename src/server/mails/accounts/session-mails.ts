import { deviceOfKey, deviceWords } from '../../../domain/accounts/sign-in/device.ts';
import { melbourneTime } from '../../../domain/fields.ts';
import type { Config } from '../../config.ts';
import { momentParams, securityMail } from './account-mails.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { type MailTemplate } from '../mail.ts';
import { mailOf } from '../mail-texts.ts';

/** Builds the notice of a sign-in with a new device. `device` is its key (src/domain/accounts/sign-in/device.ts). */
export function newSigninMail(config: Config, device: string, at: Date): MailTemplate {
  const template = securityMail(config, 'newSignin', at);
  return {
    ...template,
    params: (language) => ({
      ...template.params?.(language),
      device: deviceWords(deviceOfKey(device), translators[language]),
    }),
  };
}

/** A staff member's visit to the account: staff, organisation, start and end. `staff` is null for a deleted staff account. */
export type StaffVisit = {
  staff: string | null;
  organisation: string | null;
  startedAt: Date;
  endedAt: Date;
};

/** Builds the notice that a staff member was in the customer's account and has left it (D-14). */
export function staffOpenedMail(
  config: Config,
  { staff, organisation, startedAt, endedAt }: StaffVisit,
): MailTemplate {
  return mailOf('security.staffOpened', {
    url: `${config.publicUrl}/settings/privacy`,
    params: (language) => ({
      staff: staff ?? translators[language]('notification.part.someone'),
      organisation: organisation ?? config.company.name,
      date: momentParams(startedAt, language)['date'] ?? '',
      startTime: melbourneTime(startedAt),
      endTime: melbourneTime(endedAt),
    }),
  });
}

/** Returns the notices of a new device, and of a staff member's visit. */
export function sessionSamples(config: Config, at: Date): MailTemplate[] {
  const visit = { staff: 'Priya Nair', organisation: 'Banksia House', startedAt: at, endedAt: at };
  return [newSigninMail(config, 'Firefox/Windows', at), staffOpenedMail(config, visit)];
}
