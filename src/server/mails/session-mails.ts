import { deviceOfKey, deviceWords } from '../../domain/accounts/device.ts';
import { melbourneTime } from '../../domain/fields.ts';
import type { Config } from '../config.ts';
import { momentParams, securityMail } from './account-mails.ts';
import { translators, type MailTemplate } from './mail.ts';

/** A person signed in with a device that was not seen before. `device` is its key (src/domain/accounts/device.ts). */
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

/** Who was in the account, for whom, and from when to when. `staff` is null for a staff member who is gone since. */
export type StaffVisit = {
  staff: string | null;
  organisation: string | null;
  startedAt: Date;
  endedAt: Date;
};

/** A staff member was in the customer's account, and is out again (D-14). */
export function staffOpenedMail(
  config: Config,
  { staff, organisation, startedAt, endedAt }: StaffVisit,
): MailTemplate {
  return {
    subject: 'mail.security.staffOpened.subject',
    preheader: 'mail.security.staffOpened.preheader',
    before: ['mail.security.staffOpened.p1'],
    button: { label: 'mail.security.button', url: `${config.publicUrl}/settings/privacy` },
    params: (language) => ({
      staff: staff ?? translators[language]('notification.part.someone'),
      organisation: organisation ?? config.company.name,
      date: momentParams(startedAt, language)['date'] ?? '',
      startTime: melbourneTime(startedAt),
      endTime: melbourneTime(endedAt),
    }),
    why: 'mail.part.whyAccount',
  };
}
