import type { Config } from '../config.ts';
import { momentParams } from './accounts/account-mails.ts';
import { translators } from '../../domain/i18n/translators.ts';
import { type MailTemplate } from './mail.ts';
import { mailOf } from './mail-texts.ts';

/** The acting staff member's name and organisation; null for a deleted account, and for administrators of the platform. */
type Staff = { name: string | null; organisation: string | null };

const page = (config: Config) => `${config.publicUrl}/my-acp`;

/** Builds the notice that staff locked the plan (GAP-46). */
export const planLockedMail = (config: Config, { organisation }: Staff): MailTemplate =>
  mailOf('planLocked', {
    url: page(config),
    params: () => ({ provider: organisation ?? config.company.name }),
  });

/** Builds the notice that staff unlocked the plan, `at` that time. */
export const planUnlockedMail = (config: Config, { organisation }: Staff, at: Date): MailTemplate =>
  mailOf('planUnlocked', {
    url: page(config),
    params: (language) => ({
      ...momentParams(at, language),
      provider: organisation ?? config.company.name,
    }),
  });

/**
 * Builds the notice that staff restored an older version: the one that the person signed or last changed at `versionAt`
 * (LOCK-01).
 */
export const planRolledBackMail = (config: Config, { name }: Staff, versionAt: Date): MailTemplate =>
  mailOf('planRolledBack', {
    url: page(config),
    params: (language) => ({
      actor: name ?? translators[language]('notification.part.someone'),
      versionDate: momentParams(versionAt, language)['date'] ?? '',
    }),
  });

/** Builds the notice that staff set a paper aside, `at` that time, because it is about another person (UPLOAD-22). */
export const paperSetAsideMail = (config: Config, staff: Staff, at: Date): MailTemplate =>
  mailOf('paperSetAside', {
    url: `${config.publicUrl}/dashboard?files=ACP`,
    params: (language) => ({
      ...momentParams(at, language),
      actor: staff.name ?? translators[language]('notification.part.someone'),
      provider: staff.organisation ?? config.company.name,
    }),
  });

/** Returns the mails about what staff did with a plan. */
export function planControlSamples(config: Config, at: Date): MailTemplate[] {
  const staff = { name: 'Priya Nair', organisation: 'Banksia House' };
  return [
    planLockedMail(config, staff),
    planUnlockedMail(config, staff, at),
    planRolledBackMail(config, staff, at),
    paperSetAsideMail(config, staff, at),
  ];
}
