import { longDate } from '../../domain/fields.ts';
import type { TextKey } from '../../domain/i18n/texts.ts';
import type { NotificationSettings, Period } from '../../domain/accounts/notification-settings.ts';
import type { Config } from '../config.ts';
import type { MailTemplate } from './mail.ts';
import { mailOf } from './mail-texts.ts';

/** The numbers of a period, and the totals at its end. Null for numbers that the receiver switched off. */
export type DigestCounts = {
  signups: number | null;
  users: number | null;
  completed: number | null;
  updated: number | null;
  draft: number;
  invited: number;
};

const lines = {
  signups: 'mail.digest.lineSignups',
  users: 'mail.digest.lineUsers',
  completed: 'mail.digest.lineCompleted',
  updated: 'mail.digest.lineUpdated',
  draft: 'mail.digest.lineDraft',
  invited: 'mail.digest.lineInvited',
} as const satisfies Record<keyof DigestCounts, TextKey>;

/** The page where the receiver sets the frequency of the summary: the platform's, or a provider's. */
const settingsPage = {
  platform: '/admin/settings/notification',
  provider: '/provider/settings/notification',
};

export type Digest = {
  /** Whether the receiver is staff of the platform or of a provider. */
  staffOf: keyof typeof settingsPage;
  frequency: Exclude<NotificationSettings['email_frequency'], 'never'>;
  period: Period;
  /** The name of the receiver's provider, or of the operator. */
  provider: string;
  counts: DigestCounts;
};

/** Builds the summary of a month or a year for staff: numbers only (GAP-75). */
export function digestMail(
  config: Config,
  { staffOf, frequency, period, provider, counts }: Digest,
): MailTemplate {
  const { signups, users, completed, updated } = counts;
  const quiet = [signups, users, completed, updated].every((count) => !count);
  const shown = (Object.keys(lines) as (keyof DigestCounts)[]).flatMap((name) => {
    const count = counts[name];
    return count === null ? [] : [{ text: lines[name], count }];
  });
  const last = Temporal.PlainDate.from(period.to).subtract({ days: 1 }).toString();
  const mail = mailOf(frequency === 'monthly' ? 'digestMonthly' : 'digestAnnually', {
    url: `${config.publicUrl}/dashboard`,
    params: (language) => ({
      provider,
      startDate: longDate(period.from, language),
      endDate: longDate(last, language),
    }),
  });
  return {
    ...mail,
    before: quiet ? mail.before : [],
    counts: shown,
    // The setting requires a sign-in, so the header offers no one-click unsubscribe (RFC 8058).
    unsubscribe: `${config.publicUrl}${settingsPage[staffOf]}`,
  };
}
