import type { Config } from '../config.ts';
import { momentParams } from './account-mails.ts';
import { translators, type MailTemplate } from './mail.ts';

/** Who did it, by name, and where they work; null for those who are gone, and for those who run the platform. */
type Staff = { name: string | null; organisation: string | null };

const page = (config: Config) => `${config.publicUrl}/my-acp`;

/** Staff locked the plan (GAP-46). */
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

/** Staff took the lock away, `at` that moment. */
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

/** Staff brought an older version back: the one that the person signed or last changed at `versionAt` (LOCK-01). */
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
