import type { NotificationTemplate } from '../activities.ts';
import type { IsoDate } from '../fields.ts';

/** Notifications shown in Wattle: all that are switched on, only signups and completions among them, or none. */
export const frequencies = ['all', 'important', 'none'] as const;

/** Frequencies of the summary by mail. */
export const emailFrequencies = ['monthly', 'annually', 'never'] as const;

/** Events that staff can switch off (SET-04), by the names of their columns. */
export const notificationSwitches = ['new_customers', 'new_users', 'acp_completed', 'acp_updated'] as const;

export type NotificationSwitch = (typeof notificationSwitches)[number];

/** Notification settings of a staff member (SET-04 to SET-06). */
export type NotificationSettings = Record<NotificationSwitch, boolean> & {
  frequency: (typeof frequencies)[number];
  email_frequency: (typeof emailFrequencies)[number];
};

/** Settings of a person who has chosen nothing (GAP-75). */
export const defaultNotificationSettings: NotificationSettings = {
  new_customers: true,
  new_users: true,
  acp_completed: true,
  acp_updated: true,
  frequency: 'all',
  email_frequency: 'monthly',
};

type Rule = { switch?: NotificationSwitch; important?: true; security?: true };

/** Templates that the settings know. All others are shown only with the frequency "all". */
const rules: Readonly<Record<string, Rule>> = {
  ACP_SIGNUP: { switch: 'new_customers', important: true },
  NEW_USER: { switch: 'new_users', important: true },
  USER_SIGNUP: { switch: 'new_users', important: true },
  NEW_REGISTERED_PROVIDER: { important: true },
  ACP_COMPLETED: { switch: 'acp_completed', important: true },
  ACP_UPDATED: { switch: 'acp_updated' },
  ACP_OPENED: { security: true },
  PLAN_OPENED: { security: true },
  HEALTH_LINK_OPENED: { security: true },
  HEALTH_LINK_CLOSED: { security: true },
  LOGIN_AS_CUSTOMER: { security: true },
  SECOND_STEP_RESET: { security: true },
  EMAIL_CHANGED: { security: true },
  CUSTOMER_REMOVED: { security: true },
  CUSTOMER_TAKEN_BACK: { security: true },
  CUSTOMER_MOVED: { security: true },
  CONVERSATION_RECORDED: { security: true },
  CLINICAL_SYSTEM_ADDED: { security: true },
  CLINICAL_SYSTEM_REMOVED: { security: true },
  CLINICAL_KEY_ADDED: { security: true },
  CLINICAL_KEY_REMOVED: { security: true },
  CLINICAL_WEBHOOK_SET: { security: true },
  CLINICAL_SECRET_REPLACED: { security: true },
  CLINICAL_WEBHOOK_REMOVED: { security: true },
  CLINICAL_WEBHOOK_STOPPED: { security: true },
} satisfies Partial<Record<NotificationTemplate, Rule>>;

/**
 * Whether a person with these settings is notified of an event of this template in Wattle (GAP-75). Security notices are always
 * sent, whatever the settings are.
 */
export function isNotified(settings: NotificationSettings, template: string): boolean {
  const rule = Object.hasOwn(rules, template) ? (rules[template] ?? {}) : {};
  if (rule.security) return true;
  if (settings.frequency === 'none' || (rule.switch && !settings[rule.switch])) return false;
  return settings.frequency === 'all' || rule.important === true;
}

/** Days in Melbourne: from the first (included) to the second (excluded). */
export type Period = { from: IsoDate; to: IsoDate };

const firstOf = (year: number, month: number): IsoDate => `${year}-${String(month).padStart(2, '0')}-01`;

/**
 * Returns the month or year before today whose summary is due. Null if none is: a summary that could not be sent within a month
 * after its period is too old to be useful.
 */
export function digestPeriod(
  frequency: NotificationSettings['email_frequency'],
  today: IsoDate,
): Period | null {
  const [year, month] = today.split('-').map(Number) as [number, number];
  if (frequency === 'monthly') {
    const from = month === 1 ? firstOf(year - 1, 12) : firstOf(year, month - 1);
    return { from, to: firstOf(year, month) };
  }
  if (frequency === 'annually' && month === 1) return { from: firstOf(year - 1, 1), to: firstOf(year, 1) };
  return null;
}
