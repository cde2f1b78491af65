import { deviceOfKey, deviceWords } from '../../domain/accounts/device.ts';
import { melbourneTime } from '../../domain/fields.ts';
import type { Config } from '../config.ts';
import { momentParams, securityLetter } from './account-mails.ts';
import { translators, type Letter } from './mail.ts';

/** Somebody signed in with a device that was not seen before. `device` is its key (src/domain/accounts/device.ts). */
export function newSigninLetter(config: Config, device: string, at: Date): Letter {
  const letter = securityLetter(config, 'newSignin', at);
  return {
    ...letter,
    params: (language) => ({
      ...letter.params?.(language),
      device: deviceWords(deviceOfKey(device), translators[language]),
    }),
  };
}

/** Who was in the account, for whom, and from when to when. `staff` is null for somebody who is gone since. */
export type StaffVisit = {
  staff: string | null;
  organisation: string | null;
  startedAt: Date;
  endedAt: Date;
};

/** A staff member was in the customer's account, and is out again (D-14). */
export function staffOpenedLetter(
  config: Config,
  { staff, organisation, startedAt, endedAt }: StaffVisit,
): Letter {
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
