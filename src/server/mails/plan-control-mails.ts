import type { Config } from '../config.ts';
import { momentParams } from './accounts/account-mails.ts';
import { translators, type MailTemplate } from './mail.ts';

/** The acting staff member's name and organisation; null for a deleted account, and for administrators of the platform. */
type Staff = { name: string | null; organisation: string | null };

const page = (config: Config) => `${config.publicUrl}/my-acp`;

/** Builds the notice that staff locked the plan (GAP-46). */
export function planLockedMail(config: Config, { organisation }: Staff): MailTemplate {
  return {
    subject: 'mail.planLocked.subject',
    preheader: 'mail.planLocked.preheader',
    heading: 'mail.planLocked.heading',
    before: ['mail.planLocked.p1'],
    button: { label: 'mail.planLocked.button', url: page(config) },
    params: () => ({ provider: organisation ?? config.company.name }),
    why: 'mail.part.whyAccount',
  };
}

/** Builds the notice that staff unlocked the plan, `at` that time. */
export function planUnlockedMail(config: Config, { organisation }: Staff, at: Date): MailTemplate {
  return {
    subject: 'mail.planUnlocked.subject',
    preheader: 'mail.planUnlocked.preheader',
    heading: 'mail.planUnlocked.heading',
    before: ['mail.planUnlocked.p1'],
    button: { label: 'mail.planUnlocked.button', url: page(config) },
    params: (language) => ({
      ...momentParams(at, language),
      provider: organisation ?? config.company.name,
    }),
    why: 'mail.part.whyAccount',
  };
}

/**
 * Builds the notice that staff restored an older version: the one that the person signed or last changed at `versionAt`
 * (LOCK-01).
 */
export function planRolledBackMail(config: Config, { name }: Staff, versionAt: Date): MailTemplate {
  return {
    subject: 'mail.planRolledBack.subject',
    preheader: 'mail.planRolledBack.preheader',
    heading: 'mail.planRolledBack.heading',
    before: ['mail.planRolledBack.p1'],
    button: { label: 'mail.planRolledBack.button', url: page(config) },
    params: (language) => ({
      actor: name ?? translators[language]('notification.part.someone'),
      versionDate: momentParams(versionAt, language)['date'] ?? '',
    }),
    why: 'mail.part.whyAccount',
  };
}
