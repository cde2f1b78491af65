import { describe, expect, it } from 'vitest';
import {
  defaultNotificationSettings,
  digestPeriod,
  isNotified,
  notificationSwitches,
  type NotificationSettings,
} from './notification-settings.ts';

const withSettings = (some: Partial<NotificationSettings> = {}): NotificationSettings => ({
  ...defaultNotificationSettings,
  ...some,
});

const ofTheSpecification = [
  'CONTACT_INVITATION_ACCEPTED',
  'NEW_USER',
  'CUSTOMER_IMPORT_UNSUCCESSFUL',
  'CUSTOMER_IMPORT_SUCCESSFUL',
  'TEST',
  'ACP_COMPLETED',
  'ACP_UPDATED',
  'ACP_SIGNUP',
  'USER_SIGNUP',
  'NEW_REGISTERED_PROVIDER',
];

describe('the events that the settings allow', () => {
  it('are all for a user who has chosen nothing [NOTIF-12, GAP-75]', () => {
    expect(ofTheSpecification.filter((template) => !isNotified(withSettings(), template))).toEqual([]);
    expect(defaultNotificationSettings.email_frequency).toBe('monthly');
  });

  it.each([
    ['new_customers', ['ACP_SIGNUP']],
    ['new_users', ['NEW_USER', 'USER_SIGNUP']],
    ['acp_completed', ['ACP_COMPLETED']],
    ['acp_updated', ['ACP_UPDATED']],
  ] as const)('are all but its own events when %s is off [SET-04, GAP-75]', (name, silenced) => {
    const settings = withSettings({ [name]: false });
    expect(ofTheSpecification.filter((template) => !isNotified(settings, template))).toEqual(silenced);
  });

  it('are only signups and completions with the frequency important [SET-05, GAP-75]', () => {
    const settings = withSettings({ frequency: 'important' });
    expect(ofTheSpecification.filter((template) => isNotified(settings, template))).toEqual([
      'NEW_USER',
      'ACP_COMPLETED',
      'ACP_SIGNUP',
      'USER_SIGNUP',
      'NEW_REGISTERED_PROVIDER',
    ]);
    expect(isNotified({ ...settings, acp_completed: false }, 'ACP_COMPLETED')).toBe(false);
  });

  it('are none with the frequency none, except security notices [SET-05, GAP-75]', () => {
    const settings = withSettings({
      frequency: 'none',
      ...Object.fromEntries(notificationSwitches.map((name) => [name, false])),
    });
    expect(ofTheSpecification.filter((template) => isNotified(settings, template))).toEqual([]);
    expect(isNotified(settings, 'LOGIN_AS_CUSTOMER')).toBe(true);
    expect(isNotified(settings, 'ACP_OPENED')).toBe(true);
  });

  it('treat an unknown template as an ordinary one [GAP-75]', () => {
    expect(isNotified(withSettings(), 'constructor')).toBe(true);
    expect(isNotified(withSettings({ frequency: 'important' }), 'constructor')).toBe(false);
  });
});

describe('the time of a summary', () => {
  it('is the month before, on any day [SET-06, GAP-75]', () => {
    expect(digestPeriod('monthly', '2026-11-01')).toEqual({ from: '2026-10-01', to: '2026-11-01' });
    expect(digestPeriod('monthly', '2026-11-30')).toEqual({ from: '2026-10-01', to: '2026-11-01' });
    expect(digestPeriod('monthly', '2027-01-05')).toEqual({ from: '2026-12-01', to: '2027-01-01' });
    expect(digestPeriod('monthly', '2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-03-01' });
  });

  it('is the year before, sent only in January [SET-06, GAP-75]', () => {
    expect(digestPeriod('annually', '2027-01-01')).toEqual({ from: '2026-01-01', to: '2027-01-01' });
    expect(digestPeriod('annually', '2027-01-31')).toEqual({ from: '2026-01-01', to: '2027-01-01' });
    expect(digestPeriod('annually', '2026-11-21')).toBeNull();
  });

  it('never comes for a user who wants none [SET-06]', () => {
    expect(digestPeriod('never', '2027-01-01')).toBeNull();
  });
});
